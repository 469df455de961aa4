import pMap from 'p-map'
import type { JobStep } from '../jobs/job/job-worker.ts'
import type { StoredJob } from '../jobs/job/job.ts'
import * as z from '../platform/schema/schema.ts'
import type { Item, Key } from '../platform/table/operation.ts'
import { scanSegment } from '../platform/table/list/scan.ts'
import { mentions } from './copies.ts'

/** What a worker needs that reads the table: a step that has begun a page ends it, however much there is to do. */

/** How many parts the table is read in, and how many of them side by side. */
const segmentCount = 16
const lanes = 4

/** What was on its way when the first round began is found by the second one. */
const usualRounds = 2

/** How long a round waits for the one before, in seconds: longer than a request lasts, and messages behind it. */
const pauseSeconds = 120

/** How many items of a page are worked on at once. */
const concurrency = 16

/** The segments before `first` are done; `after` is where each of the next ones is, null at its end. */
const Position = z.object({
  round: z.int().default(0),
  first: z.int().default(0),
  after: z.array(z.object({ pk: z.string(), sk: z.string() }).nullable()).optional(),
})
type Position = z.output<typeof Position>

/** What became of an item, to be counted; undefined for nothing. */
export type Visit = (item: Item) => Promise<string | undefined>

interface Pass {
  wants: (item: Item) => boolean
  visit: Visit
  rounds?: number
}

/** Whether an item says the id of a person. */
export const naming =
  (person: { id: string }): Pass['wants'] =>
  (item) =>
    mentions(item, person.id)

/** What happened names people by their ids alone, and no role may change it. */
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

const counted = (counts: StoredJob['counts'], outcomes: (string | undefined)[]) => {
  const all = { ...counts }
  for (const outcome of outcomes) if (outcome !== undefined) all[outcome] = (all[outcome] ?? 0) + 1
  return all
}

const progressOf = ({ round, first }: Position, rounds: number) =>
  Math.floor((100 * (round * segmentCount + first)) / (rounds * segmentCount))

/**
 * A step of a job that visits every item of the table that it wants, usually twice with a pause between: what was
 * written from something older while the first round was under way is found by the second. Visits are idempotent.
 * No index leads to the copies of a name (decision 0022).
 */
export const passTable = async (job: StoredJob, until: number, pass: Pass): Promise<JobStep> => {
  const { rounds = usualRounds } = pass
  let position = Position.parse(job.state)
  let { counts } = job
  const stage =
    position.round === 0 ? 'Changing everything that names the person' : 'Looking for what was missed'
  do {
    const page = await visitPages(position, pass)
    counts = counted(counts, page.outcomes)
    position = { round: position.round, ...page.position }
  } while (position.first < segmentCount && Date.now() < until)
  const { after: _after, ...kept } = job.state
  const stateOf = (next: Position) => ({ ...kept, ...next })
  if (position.first < segmentCount)
    return { isDone: false, state: stateOf(position), counts, stage, progress: progressOf(position, rounds) }
  const next = { round: position.round + 1, first: 0 }
  const isDone = next.round >= rounds
  return {
    isDone,
    state: stateOf(next),
    counts,
    stage,
    progress: progressOf(next, rounds),
    delaySeconds: pauseSeconds,
  }
}
