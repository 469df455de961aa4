import { randomInt } from 'node:crypto'
import { readArguments } from '../../infra/cli/command.ts'
import { takeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'
import { openProgress } from '../../infra/cli/progress.ts'
import { signedIn } from '../support/people.ts'
import { tableOf } from '../bench/table.ts'
import type { Attack, Part, Violation } from './attack.ts'
import { inAttackedWorld, type AttackedWorld } from './attacked-world.ts'
import { addresses } from './addresses.ts'
import { assignments } from './assignments.ts'
import { canaries } from './canaries.ts'
import { bombs } from './bombs.ts'
import { brokenBy } from './conformity.ts'
import { loadContract } from './contract.ts'
import { conversations } from './conversations.ts'
import { deliveries } from './deliveries.ts'
import { directory } from './directory.ts'
import { fields } from './fields.ts'
import { files } from './files.ts'
import { limits } from './limits.ts'
import { logins } from './logins.ts'
import { malformed } from './malformed.ts'
import { permissions } from './permissions.ts'
import { randomFrom } from './random.ts'
import { scriptedKey } from '../support/scripted-provider.ts'
import { oddModel } from './odd-model.ts'
import { nested } from './nested.ts'
import { scopes } from './scopes.ts'
import { outbound } from './outbound.ts'
import { noSecrets } from './secrets.ts'
import { sender, type Answer, type Sent } from './sending.ts'
import { shares } from './shares.ts'
import { singleSignOn } from './single-sign-on.ts'
import { strangers, superiors } from './strangers.ts'
import { tokens } from './tokens.ts'
import { trojans } from './trojans.ts'

/** Parts in order; canaries check the log of all earlier parts. */
const parts: Record<string, Part> = {
  tokens,
  scopes,
  strangers,
  superiors,
  shares,
  assignments,
  nested,
  addresses,
  outbound,
  deliveries,
  conversations,
  trojans,
  fields,
  malformed,
  logins,
  limits,
  'single-sign-on': singleSignOn,
  directory,
  files,
  bombs,
  canaries,
  permissions,
}

const usage = `npm run test:attack -- [--ci] [part …] [--requests=2500] [--seed=…]

Attacks the whole service from its /openapi.json; --ci: a sample of all. It needs no account: it starts a service of
its own, and attacks none that runs.
The parts: ${Object.keys(parts).join(' ')}`

const { values, words } = readArguments({
  usage,
  options: { requests: { type: 'string' }, seed: { type: 'string' }, ci: { type: 'boolean' } },
  numbers: ['requests', 'seed'],
  words: Object.keys(parts),
})
const seed = Number(values.seed ?? randomInt(2 ** 31))
const requests = Number(values.requests ?? (values.ci ? 500 : 2_500))
const asked = words.length > 0 ? words : Object.keys(parts)
const progress = openProgress()

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)

/** Returns a violation as text, with what is needed to reproduce it but without tokens. */
const reported = ({ part, what, request, answer }: Violation) => {
  const { Authorization: _, ...headers } = request?.headers ?? {}
  const sent = request && [
    `  ${request.method} ${request.path.replace(/(token=)[^&]*/g, '$1…').slice(0, 500)}`,
    `  headers ${JSON.stringify(headers).slice(0, 500)}`,
    `  body ${JSON.stringify(String(request.body ?? '')).slice(0, 700)}`,
  ]
  const got = answer && `  answer ${answer.status} ${answer.text.slice(0, 500)}`
  return [`${part} (--seed=${seed}): ${what}`, ...(sent ?? []), ...(got ? [got] : [])].join('\n')
}

process.stdout.write(`attack with --seed=${seed}\n`)

const run = async (world: AttackedWorld) => {
  const contract = await loadContract(world.url)
  const secrets = noSecrets()
  const { once, stop } = sender(world.url)
  const random = randomFrom(seed)
  const mark = `canary${random.word(10)}`
  world.provider.answer = oddModel(randomFrom(seed))
  secrets.add(scriptedKey)
  const violations: Violation[] = []
  const rows: (string | number)[][] = []
  const succeeded = new Set<string>()

  for (const part of asked) {
    progress.show('attacking', part)
    const before = await world.state()
    const counts = { all: 0, classes: new Map<number, number>(), slowest: 0, busy: 0 }
    const notes: string[] = []
    const violated: Attack['violated'] = (what, request, answer) => {
      // reports the first of many requests with the same violation
      if (!violations.some((one) => one.part === part && one.what === what))
        violations.push({ part, what, request, answer })
    }
    const send = async (request: Sent): Promise<Answer> => {
      let answer = await once(request).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status === 503) {
        // on a busy machine the emulators exceed the service's time limits
        counts.busy += 1
        answer = await once(request).catch((error: Error) => error)
      }
      const name = request.operation?.id ?? request.method
      counts.all += 1
      if (answer instanceof Error) {
        violated(`${name}: ${answer.message}`, request)
        return { status: 0, headers: {}, text: '', body: undefined, milliseconds: 0 }
      }
      const { status, milliseconds } = answer
      const kind = Math.floor(status / 100)
      counts.classes.set(kind, (counts.classes.get(kind) ?? 0) + 1)
      counts.slowest = Math.max(counts.slowest, milliseconds)
      secrets.notice(request, answer)
      if (status < 400) succeeded.add(name)
      const broken = brokenBy(contract, answer, request)
      if (broken !== undefined) violated(`${name}: ${broken}`, request, answer)
      if (answer.text.includes(scriptedKey)) violated(`${name} shows the key of a model`, request, answer)
      if (status >= 500 && status !== 501) violated(`${name}: ${status}`, request, answer)
      return answer
    }
    const person: Attack['person'] = async (role = 'user', name = 'Ada Lovelace') => {
      const made = await signedIn({ role, name })
      secrets.add(made.token)
      return made
    }
    const attack = {
      world,
      contract,
      random,
      requests,
      isBrief: values.ci ?? false,
      mark,
      secrets,
      send,
      violated,
      person,
    }
    const from = performance.now()
    await parts[part]?.({ ...attack, note: (text) => void notes.push(text) }).catch((error: Error) =>
      violated(`the part broke off: ${error.stack}`),
    )
    await world.settle()
    const seconds = (performance.now() - from) / 1_000
    const after = await world.state()
    for (const reason of after.unhandled) violated(`nobody handled: ${reason}`)
    const by = [2, 3, 4, 5].map((kind) => counts.classes.get(kind) ?? 0)
    const memory = [before, after].map(({ rss, heap }) => `${megabytes(rss)}/${megabytes(heap)}`)
    const of = violations.filter((one) => one.part === part).length
    rows.push([
      part,
      counts.all,
      ...by,
      counts.busy,
      Math.round(counts.slowest),
      ...memory,
      (after.cpu - before.cpu).toFixed(0),
      seconds.toFixed(0),
      of,
    ])
    for (const note of notes) progress.print(`${part}: ${note}\n`)
  }
  stop()
  progress.clear()

  const table = tableOf(
    `attack with --seed=${seed}; busy: a 503 that was none when it was asked again; slowest in ms; ` +
      `RSS/heap in MB and CPU are the service's`,
    [
      'part',
      'requests',
      '2xx',
      '3xx',
      '4xx',
      '5xx',
      'busy',
      'slowest',
      'at first',
      'at last',
      'CPU s',
      's',
      'violations',
    ],
    rows,
  )
  process.stdout.write(`${table}\n`)
  process.stdout.write(`the model was asked ${world.provider.requests.length} times\n`)
  const missed = contract.operations.filter(({ id }) => !succeeded.has(id)).map(({ id }) => id)
  process.stdout.write(`no success was seen of: ${missed.join(', ') || 'none'}\n`)
  for (const violation of violations) process.stdout.write(`\n${reported(violation)}\n`)
  if (violations.length > 0) process.exitCode = 1
}

takeTemporaryFolder()
await inAttackedWorld(run)
// open handles must not keep the process alive
process.exit()
