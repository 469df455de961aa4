import { randomBytes } from 'node:crypto'
import { defaultRegion, runCommand } from './command.ts'
import { addressOfStage } from './smoke/address.ts'
import { chatSteps } from './smoke/chat-steps.ts'
import { runSteps, type Conversation, type Person } from './smoke/conversation.ts'
import { fileSteps } from './smoke/file-steps.ts'
import { gatewaySteps } from './smoke/gateway-steps.ts'
import { admitPeople, dismissPeople, givenPeople } from './smoke/people.ts'
import { leavingSteps, peopleSteps } from './smoke/people-steps.ts'
import { wikiSteps } from './smoke/wiki-steps.ts'
import { placeVariables } from './stack.ts'

const usage = `npm run smoke -- [--stage x] [--region r] [--url https://…]

Talks to a service as two people do, a line for each step, and removes what it made. Without options it is the one that
runs on this machine. With the right to write its table, it lets two people of its own in (smoke-author@example.com and
smoke-follower@example.com) and shuts them out again; others are named by SMOKE_EMAIL, SMOKE_PASSWORD, SMOKE_OTHER_EMAIL
and SMOKE_OTHER_PASSWORD, which --url needs. The exit code is 1 when a step has failed.`

interface Place {
  url: string
  author: Person
  follower: Person
  /** Shuts out whoever was let in. */
  leave: () => Promise<void>
}

type Options = Record<string, string | undefined>

const placeOf = async ({ url, stage, region = defaultRegion }: Options): Promise<Place> => {
  const people = givenPeople(process.env)
  if (people && (url || stage)) {
    const [author, follower] = people
    const address = url ?? (await addressOfStage(stage as string, region))
    return { url: address.replace(/\/+$/, ''), author, follower, leave: async () => {} }
  }
  if (url)
    throw new Error(
      '--url needs two people: SMOKE_EMAIL, SMOKE_PASSWORD, SMOKE_OTHER_EMAIL, SMOKE_OTHER_PASSWORD.',
    )
  const variables = await placeVariables(stage, region)
  Object.assign(process.env, variables)
  const address = stage ? await addressOfStage(stage, region) : (variables['PUBLIC_URL'] as string)
  const [author, follower] = people ?? (await admitPeople())
  return { url: address, author, follower, leave: people ? async () => {} : dismissPeople }
}

const converse = async (options: Options): Promise<string> => {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const { leave, ...place } = await placeOf(options)
  print(`${place.url} as ${place.author.email} and ${place.follower.email}`)
  const talk: Conversation = { ...place, word: `smoke${randomBytes(6).toString('hex')}`, made: [] }
  const steps = [peopleSteps, wikiSteps, fileSteps, chatSteps, gatewaySteps, leavingSteps].flatMap((of) =>
    of(talk),
  )
  const failures = await runSteps(steps, print)
  await leave()
  if (failures > 0) throw new Error(`${failures} of ${steps.length} steps failed.`)
  return `All ${steps.length} steps passed.`
}

await runCommand({ usage, options: { url: { type: 'string' } } }, converse)
