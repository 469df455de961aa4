import pMap from 'p-map'
import type { JobStep } from '../jobs/job-worker.ts'
import type { StoredJob } from '../jobs/job/job.ts'
import * as z from '../platform/schema/schema.ts'
import type { Item, Key } from '../platform/table/operation.ts'
import { scanSegment } from '../platform/table/list/scan.ts'
import { containsId } from './denormalized-names.ts'

/** Number of segments in which the table is read, and number of segments read in parallel. */
const segmentCount = 16
const lanes = 4

/** Number of rounds: the second one finds writes that were in flight when the first one began. */
const usualRounds = 2

/** Pause before a round in seconds, longer than a request lasts and the messages that follow from it. */
const pauseSeconds = 120

/** Number of items of a page processed concurrently. */
const concurrency = 16

/**
 * Position of a pass: segments before `first` are done; `after` is the last key of each of the next segments, null at
 * its end.
 */
const Position = z.object({
  round: z.int().default(0),
  first: z.int().default(0),
  after: z.array(z.object({ pk: z.string(), sk: z.string() }).nullable()).optional(),
})
type Position = z.output<typeof Position>

/** Processes an item and returns the outcome to count; undefined for none. */
export type Visit = (item: Item) => Promise<string | undefined>

interface Pass {
  wants: (item: Item) => boolean
  visit: Visit
  rounds?: number
}

/** Returns a function that tells whether an item contains the ID of a person. */
export const containsPerson =
  (person: { id: string }): Pass['wants'] =>
  (item) =>
    containsId(item, person.id)

/** Returns true for history, which contains people by ID alone, and which no role may change. */
const isHistory = ({ pk }: Item) => pk.startsWith('history#')

const visitPage = async (number: number, after: Key | undefined, { wants, visit }: Pass) => {
  const { items, last } = await scanSegment({ number, count: segmentCount }, after)
  const named = items.filter((item) => !isHistory(item) && wants(item))
  return { outcomes: await pMap(named, visit, { concurrency }), last }
}

/** Visits a page of each segment that is not at its end. */
const visitPages = async ({ first, after = [] }: Position, pass: Pass) => {
  const numbers = Array.from({ length: lanes }, (_, lane) => first + lane)
  const pages = await Promise.all(
    numbers.map((number, lane) =>
      after[lane] === null ? Promise.resolve(undefined) : visitPage(number, after[lane], pass),
    ),
  )
  const next = pages.map((page) => page?.last ?? null)
  return {
    outcomes: pages.flatMap((page) => page?.outcomes ?? []),
    position: next.every((key) => key === null) ? { first: first + lanes } : { first, after: next },
  }
}

const addOutcomes = (counts: StoredJob['counts'], outcomes: (string | undefined)[]) => {
  const all = { ...counts }
  for (const outcome of outcomes) if (outcome !== undefined) all[outcome] = (all[outcome] ?? 0) + 1
  return all
}

const passPercent = ({ round, first }: Position, rounds: number) =>
  Math.floor((100 * (round * segmentCount + first)) / (rounds * segmentCount))

/**
 * Runs a step of a job that visits every wanted item of the table, usually twice with a pause between: the second round
 * finds items that were written from older data during the first. A step always completes the pages it has begun.
 * Visits are idempotent. No index leads to the copies of a name (decision 0022).
 */
export const passTable = async (job: StoredJob, until: number, pass: Pass): Promise<JobStep> => {
  const { rounds = usualRounds } = pass
  let position = Position.parse(job.state)
  let { counts } = job
  const stage = position.round === 0 ? 'Changing items that name the person' : 'Checking for remaining items'
  do {
    const page = await visitPages(position, pass)
    counts = addOutcomes(counts, page.outcomes)
    position = { round: position.round, ...page.position }
  } while (position.first < segmentCount && Date.now() < until)
  const { after: _after, ...kept } = job.state
  const nextState = (next: Position) => ({ ...kept, ...next })
  if (position.first < segmentCount)
    return {
      isDone: false,
      state: nextState(position),
      counts,
      stage,
      progress: passPercent(position, rounds),
    }
  const next = { round: position.round + 1, first: 0 }
  const isDone = next.round >= rounds
  return {
    isDone,
    state: nextState(next),
    counts,
    stage,
    progress: passPercent(next, rounds),
    delaySeconds: pauseSeconds,
  }
}
