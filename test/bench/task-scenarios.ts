import { randomUUID } from 'node:crypto'
import { readAll } from '../../src/platform/table/list/list.ts'
import { syncOrders } from '../../src/task/task/sorted-task.ts'
import { tasks } from '../../src/task/task/task.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenComment, givenOwnTask, givenProject, givenTask } from '../task/given.ts'
import { givenWithFiles, listedFiles } from './listed-files.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

const description = 'What is to be done, at some length.\n'.repeat(50)

/** Creates a scenario on a task of the caller's own. */
const onTask = (endpoint: string, trips: number, { of, body, ...more }: TaskCall = {}): Scenario => ({
  endpoint,
  trips,
  ...(of && { of }),
  ...more,
  given: async () => {
    const { author: as, task } = await givenOwnTask({ description })
    return () => ({ as, params: { id: task.id }, body: body?.(as) })
  },
})

interface TaskCall {
  of?: string
  body?: (as: SignedIn) => object
  isOnce?: boolean
}

const onProject = (endpoint: string, trips: number, body?: object, isOnce = false): Scenario => ({
  endpoint,
  trips,
  isOnce,
  given: async () => {
    const as = await signedIn({ role: 'admin' })
    const { id } = await givenProject(as)
    return () => ({ as, params: { id }, body })
  },
})

/** Number of items, regardless of the page size. */
const maxItems = 100

/** Creates more internal projects than fit on a page: other people's projects must not affect the cost of a page. */
const givenInternalProjects = kept(async (count: number) => {
  const as = await signedIn()
  for (let index = 0; index < count; index += 1) await givenProject(as, { visibility: 'internal' })
})

const projectsOf = (limit: number): Scenario => ({
  endpoint: 'task-list-projects',
  of: `page of ${limit}`,
  trips: 2,
  given: async () => {
    await givenInternalProjects(maxItems + 1)
    const as = await signedIn()
    for (let index = 0; index < limit; index += 1) await givenProject(as, { visibility: 'private' })
    return () => ({ as, query: { limit } })
  },
})

/** Creates this many tasks of the caller's, in one project or each in its own. */
const givenTasks = kept(async (count: number, isScattered: boolean) => {
  const as = await signedIn()
  const { id } = await givenProject(as)
  for (let index = 0; index < count; index += 1) {
    const project = isScattered ? await givenProject(as) : { id }
    await givenTask(as, project, { description, assignee_ids: [as.id] })
  }
  return { as, params: { id } }
})

/** Creates a scenario on a full page. */
const tasksOf = (endpoint: string, trips: number, limit: number, query: object = {}): Scenario => ({
  endpoint,
  of: [`page of ${limit}`, ...Object.keys(query)].join(', '),
  trips,
  given: async () => {
    const given = await givenTasks(maxItems, endpoint === 'task-list-my-tasks')
    return () => ({ ...given, query: { limit, ...query } })
  },
})

const commentsOf = (limit: number): Scenario => ({
  ...onTask('task-list-comments', 2, { of: `page of ${limit}` }),
  given: async () => {
    const { author: as, task } = await givenOwnTask()
    for (let index = 0; index < limit; index += 1) await givenComment(as, task)
    return () => ({ as, params: { id: task.id }, query: { limit } })
  },
})

/** Creates a scenario on a page of subtasks whose parents are not on the page. */
const subtasksOf = (endpoint: string, query: object = {}): Scenario => ({
  endpoint,
  of: ['with parents', ...Object.keys(query)].join(', '),
  trips: 2,
  given: async () => {
    const as = await signedIn()
    const { id } = await givenProject(as)
    const above = []
    for (let index = 0; index < 20; index += 1) above.push(await givenTask(as, { id }))
    for (const { id: parent_id } of above) await givenTask(as, { id }, { parent_id, assignee_ids: [as.id] })
    // consequences through the table's stream
    const made = await readAll(tasks.in('ofProject', { project_id: id }))
    for (const task of await tasks.findMany(made)) await syncOrders(undefined, task)
    return () => ({ as, params: { id }, query: { limit: above.length, ...query } })
  },
})

const tasksWithFiles = (endpoint: string): Scenario => ({
  endpoint,
  trips: 1,
  ...listedFiles,
  given: async () => {
    const as = await signedIn()
    const { id } = await givenProject(as)
    await givenWithFiles(as, (file) =>
      givenTask(as, { id }, { assignee_ids: [as.id], attachments: [file.id] }),
    )
    return () => ({ as, params: { id } })
  },
})

export const taskScenarios: Scenario[] = [
  projectsOf(1),
  projectsOf(100),
  onProject('task-read-project', 1),
  onProject('task-update-project', 2, { description: 'What it is for.' }),
  onProject('task-delete-project', 2, undefined, true),
  {
    endpoint: 'task-create-project',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      return () => ({ as, body: { name: `Project ${randomUUID()}` } })
    },
  },
  onProject('task-create-task', 2, { title: 'A task', description }),
  tasksOf('task-list-tasks', 1, 1),
  tasksOf('task-list-tasks', 1, 100),
  tasksOf('task-list-tasks', 1, 100, { status: 'todo' }),
  tasksOf('task-list-tasks', 1, 100, { assignee_id: 'me' }),
  tasksOf('task-list-tasks', 1, 100, { created_by: 'me' }),
  tasksOf('task-list-tasks', 1, 100, { status: 'todo', sort: 'due_date' }),
  tasksOf('task-list-tasks', 1, 100, { sort: 'created' }),
  tasksOf('task-list-my-tasks', 2, 1),
  tasksOf('task-list-my-tasks', 2, 100),
  tasksOf('task-list-my-tasks', 2, 100, { status: 'todo,in_progress' }),
  tasksWithFiles('task-list-tasks'),
  { ...tasksWithFiles('task-list-my-tasks'), trips: 2 },
  subtasksOf('task-list-tasks'),
  subtasksOf('task-list-tasks', { sort: '-priority' }),
  subtasksOf('task-list-my-tasks'),
  onTask('task-read-task', 2),
  onTask('task-update-task', 3, { body: () => ({ labels: ['bench'] }) }),
  onTask('task-update-task', 3, { of: 'assigned', body: ({ id }) => ({ assignee_ids: [id] }) }),
  {
    endpoint: 'task-update-tasks',
    of: 'ten',
    trips: 4,
    isOnce: true,
    given: async () => {
      const as = await signedIn()
      const { id } = await givenProject(as)
      const ids: string[] = []
      for (let index = 0; index < 10; index += 1) ids.push((await givenTask(as, { id })).id)
      return () => ({ as, params: { id }, body: { ids, changes: { labels: ['bench'] } } })
    },
  },
  onTask('task-delete-task', 3, { isOnce: true }),
  onTask('task-create-comment', 3, { body: () => ({ text: 'A comment' }) }),
  commentsOf(1),
  commentsOf(100),
  {
    endpoint: 'task-delete-comment',
    trips: 3,
    isOnce: true,
    given: async () => {
      const { author: as, task } = await givenOwnTask()
      const comment = await givenComment(as, task)
      return () => ({ as, params: { id: task.id, comment_id: comment.id } })
    },
  },
]
