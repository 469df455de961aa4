import { randomBytes } from 'node:crypto'
import { defaultRegion, runCommand, targetOptions, UsageError, type ValuesOf } from '../cli/command.ts'
import { addressesOfStage } from '../smoke/address.ts'
import { chatSteps } from '../smoke/chat-steps.ts'
import { runSteps, type Conversation, type SmokePerson, type Step } from '../smoke/conversation.ts'
import { fileSteps } from '../smoke/file-steps.ts'
import { gatewaySteps } from '../smoke/gateway-steps.ts'
import { mailSteps } from '../smoke/mail-steps.ts'
import { admitPeople, dismissPeople, givenPeople } from '../smoke/people.ts'
import { leavingSteps, peopleSteps } from '../smoke/people-steps.ts'
import { wikiSteps } from '../smoke/wiki-steps.ts'
import { enterService } from '../operation/stack.ts'
import type { Progress } from '../cli/progress.ts'

const usage = `npm run smoke -- [--stage x] [--region r] [--url https://…]

Tests a service as two people, with a line for each step, and deletes the data it created. Without options, it uses the
service on this machine. If it may write to the table, it activates two people of its own (at simulator.amazonses.com),
sends an email to one of them if the service sends email, and deactivates them at the end. SMOKE_EMAIL, SMOKE_PASSWORD,
SMOKE_OTHER_EMAIL and SMOKE_OTHER_PASSWORD name other people; --url needs them. It exits with 1 if a step failed.`

interface Place {
  url: string
  gatewayUrl?: string | undefined
  /** Gives the participants access. */
  enter: () => Promise<[author: SmokePerson, follower: SmokePerson]>
  /** Revokes the access that `enter` gave. */
  leave: () => Promise<void>
  tableSteps: (talk: Conversation) => Step[]
}

const options = { url: { type: 'string' }, ...targetOptions } as const

type Values = ValuesOf<typeof options>

const smokePlace = async (values: Values, progress: Progress): Promise<Place> => {
  const { url, stage, region = defaultRegion } = values
  const people = givenPeople(process.env)
  const coming = people
    ? { enter: async () => people, leave: async () => {}, tableSteps: () => [] }
    : { enter: admitPeople, leave: dismissPeople, tableSteps: mailSteps }
  if (url && !people)
    throw new UsageError(
      '--url needs two people: SMOKE_EMAIL, SMOKE_PASSWORD, SMOKE_OTHER_EMAIL, SMOKE_OTHER_PASSWORD.',
    )
  if (url) return { url: url.replace(/\/+$/, ''), ...coming }
  if (people && stage) return { ...(await addressesOfStage(stage, region)), ...coming }
  const variables = await enterService(values, progress)
  const addresses = stage ? await addressesOfStage(stage, region) : { url: variables['PUBLIC_URL'] as string }
  return { ...addresses, ...coming }
}

/** Runs work with two people whose access ends afterwards in every case. */
const withPeople = async <T>(
  { enter, leave }: Place,
  work: (people: Awaited<ReturnType<Place['enter']>>) => Promise<T>,
): Promise<T> => {
  const entering = enter()
  const shutOut = async (code: number) => {
    await Promise.allSettled([entering])
    await leave().finally(() => process.exit(code))
  }
  const stop = (_: NodeJS.Signals, number: number) => void shutOut(128 + number)
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    return await work(await entering)
  } finally {
    await leave()
    for (const signal of signals) process.off(signal, stop)
  }
}

const converse = async (values: Values, progress: Progress): Promise<string> => {
  const place = await smokePlace(values, progress)
  const { url, gatewayUrl } = place
  return withPeople(place, async ([author, follower]) => {
    progress.print(`${url} as ${author.email} and ${follower.email}\n`)
    const word = `smoke${randomBytes(6).toString('hex')}`
    const talk: Conversation = { url, gatewayUrl, author, follower, word, made: [] }
    const parts = [peopleSteps, wikiSteps, fileSteps, chatSteps, place.tableSteps, gatewaySteps, leavingSteps]
    const steps = parts.flatMap((stepsOf) => stepsOf(talk))
    const failures = await runSteps(steps, progress)
    if (failures > 0) throw new Error(`${failures} of ${steps.length} steps failed.`)
    return `All ${steps.length} steps passed.`
  })
}

await runCommand({ usage, options }, (values, _, progress) => converse(values, progress))
