import type { Context } from 'aws-lambda'
import { makeTable } from '../../infra/local/service/resources.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { toBatches } from '../../src/platform/runtime/batches.ts'
import { Problem } from '../../src/platform/runtime/problem.ts'
import type { Operation } from '../../src/platform/table/operation.ts'
import { retryWhile } from '../../src/platform/table/conflict.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { assignmentRows } from '../../src/task/task/assignment.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { projects } from '../../src/task/project/project.ts'
import { tasks } from '../../src/task/task/task.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { eventOf, type CallOptions } from '../support/call.ts'
import { sequentialTrips } from '../support/dynamo-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenProject } from '../task/given.ts'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import { inThousands, store } from './filling.ts'
import { timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { recordedCall } from './recording.ts'
import { printTable, say } from './table.ts'
import { isAsKnown, unitsOf, type Units } from './units.ts'

/** Number of tasks in the small project, and in the large one unless `--tasks=…` sets it. */
const [few, many] = [100, 100_000]

/** Number of tasks assigned to the reader, who must see all of them or none. */
const assigned = 50

interface Moved {
  title: string
  trips: number
  units: Units
  milliseconds: number
  /** Responses that readers got meanwhile: with all, none, or some of the tasks. */
  seen: { all: number; none: number; some: number }
}

const ask = (handler: EndpointHandler, options: CallOptions) =>
  handler(eventOf(handler, options), {} as Context)

/** Number of items per write: with more, a busy machine exceeds its time limits. */
const storedAtOnce = 100

/** Stores items, and retries those that a busy machine did not accept in time. */
const storeAll = async (operations: Operation[]) => {
  for (const batch of toBatches(operations, storedAtOnce))
    await retryWhile(
      () => store(batch),
      (error) => error instanceof Problem,
    )
}

/** Creates a project with this many tasks, the first ones assigned to its owner. */
const givenFilled = async (owner: SignedIn, count: number) => {
  const project = await givenProject(owner)
  await inThousands(0, count, async (indexes) => {
    const made = indexes.map((index) =>
      tasks.make({
        title: `Task ${index}`,
        project_id: project.id,
        number: index + 1,
        created_by: owner,
        assignee_ids: index < assigned ? [owner.id] : [],
      }),
    )
    await storeAll(made.flatMap((task) => [tasks.toCreate(task), ...assignmentRows.toSync(undefined, task)]))
  })
  await writeItem(projects.toTouch({ id: project.id }, { task_count: count }))
  return { id: project.id as string }
}

/** Reads until `work` ends, and counts how much of the project each response contained. */
const readMeanwhile = async (as: SignedIn, { id }: { id: string }, work: () => Promise<unknown>) => {
  const seen = { all: 0, none: 0, some: 0 }
  let isOver = false
  const reading = async (handler: EndpointHandler, options: CallOptions) => {
    while (!isOver) {
      const { statusCode, body } = await ask(handler, options)
      if (statusCode !== 200 && statusCode !== 404) continue
      const { items = [] } = JSON.parse(body) as { items?: unknown[] }
      seen[items.length === 0 ? 'none' : items.length === assigned ? 'all' : 'some'] += 1
    }
  }
  const readings = [
    reading(listMyTasks, { as, query: { limit: assigned } }),
    reading(listTasks, { as, params: { id }, query: { limit: assigned } }),
  ]
  const milliseconds = await timed(work).finally(() => (isOver = true))
  await Promise.all(readings)
  return { milliseconds, seen }
}

/**
 * Moves a project with this many tasks to the trash and back: once while counting its calls, once while others read.
 */
const moveProject = async ({ proxy, endpoints }: BenchWorld, count: number): Promise<Moved[]> => {
  const table = `trash-${count}`
  await makeTable(endpoints, table, { hasStream: false })
  process.env['TABLE_NAME'] = table
  const as = await signedIn({ role: 'admin' })
  let project = { id: '' }
  const filling = await timed(async () => {
    project = await givenFilled(as, count)
  })
  say(`a project of ${count} tasks made in ${(filling / 1000).toFixed(0)} s`)
  const params = { id: project.id }
  const moves = [
    ['deleted', () => ask(deleteProject, { as, params })],
    ['restored', () => ask(restoreEntry, { as, params, body: {} })],
  ] as const
  const counted: Pick<Moved, 'trips' | 'units'>[] = []
  for (const [, move] of moves) {
    proxy.countsCapacity = true
    const calls = await recordedCall(move, proxy).finally(() => (proxy.countsCapacity = false))
    counted.push({ trips: sequentialTrips(calls), units: unitsOf(calls) })
  }
  const all: Moved[] = []
  for (const [index, [title, move]] of moves.entries()) {
    const read = await readMeanwhile(as, project, move)
    all.push({ title: `${title}, ${count} tasks`, ...counted[index]!, ...read })
  }
  return all
}

/**
 * Measures moving a project of a hundred thousand tasks to the trash and back: each in one request, at the cost of a
 * small project, while readers see all of the tasks or none.
 */
export const largeTrash = (flags: string[]) =>
  inBenchWorld(async (world): Promise<Outcome> => {
    const flag = flags.find((given) => given.startsWith('--tasks='))
    const small = await moveProject(world, few)
    const large = await moveProject(world, flag ? Number(flag.slice('--tasks='.length)) : many)
    printTable(
      'a project into the trash and back: milliseconds, and what readers saw meanwhile',
      ['', 'trips', 'calls', 'read', 'write', 'ms', 'saw all', 'none', 'some'],
      [...small, ...large].map(({ title, trips, units: { calls, read, write }, milliseconds, seen }) => [
        title,
        trips,
        calls,
        read,
        write,
        Math.round(milliseconds),
        seen.all,
        seen.none,
        seen.some,
      ]),
    )
    const broken = large.flatMap(({ title, trips, units, seen }, index) => {
      const other = small[index]!
      return [
        ...(trips === other.trips && isAsKnown(units, other.units) ? [] : [`${title}: more than of ${few}`]),
        ...(seen.some > 0 ? [`${title}: ${seen.some} answers had some of the tasks`] : []),
      ]
    })
    const times = large.map(({ milliseconds }) => `${Math.round(milliseconds)} ms`).join(' and ')
    return { measured: `${times}; ${broken.length} other than of few`, isMet: broken.length === 0, broken }
  })
