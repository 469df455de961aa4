import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteComment } from '../../src/task/endpoints/delete-comment.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listComments } from '../../src/task/endpoints/list-comments.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { updateTasks } from '../../src/task/endpoints/update-tasks.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { call } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenComment, givenProject, givenTask } from './given.ts'
import { statusByCase } from '../support/statuses.ts'

const who = ['owner', 'member', 'guest', 'assigned', 'outsider', 'agent', 'admin'] as const
type Who = (typeof who)[number]

let people: Record<Who, SignedIn>
let places: Record<string, Place>

beforeAll(async () => {
  const made = await Promise.all(
    who.map((name) =>
      signedIn({ role: name === 'admin' ? 'admin' : name === 'agent' ? 'support_agent' : 'user' }),
    ),
  )
  people = Object.fromEntries(who.map((name, index) => [name, made[index]])) as typeof people
  places = { internal: await givenPlace('internal'), private: await givenPlace('private') }
})

/** Creates a project of the owner with a guest who is assigned a task, and a comment by the owner on that task. */
const givenPlace = async (visibility: string) => {
  const { owner, member, guest, assigned } = people
  const members: [SignedIn, 'member' | 'guest'][] = [
    [member, 'member'],
    [guest, 'guest'],
    [assigned, 'guest'],
  ]
  const project = await givenProject(owner, { visibility, members })
  const task = await givenTask(owner, project, { assignee_ids: [assigned.id] })
  return { project, task, comment: await givenComment(owner, task) }
}

type Place = Awaited<ReturnType<typeof givenPlace>>
type Request = { params: Record<string, string>; body?: object }

const inProject =
  (body?: object) =>
  ({ project }: Place): Request => ({ params: { id: project.id }, ...(body && { body }) })
const onTask =
  (body?: object) =>
  ({ task }: Place): Request => ({ params: { id: task.id }, ...(body && { body }) })

/** Expected status by person, in the order of `who`, in an internal and in a private project. */
const table: [string, EndpointHandler, (place: Place) => Request, internal: number[], closed: number[]][] = [
  [
    'reads the project',
    readProject,
    inProject(),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 200, 200, 404, 404, 200],
  ],
  [
    'changes the project',
    updateProject,
    inProject({ name: 'x' }),
    [200, 403, 403, 403, 403, 403, 200],
    [200, 403, 403, 403, 404, 404, 200],
  ],
  [
    'deletes the project',
    deleteProject,
    inProject(),
    [403, 403, 403, 403, 403, 403, 204],
    [403, 403, 403, 403, 403, 403, 204],
  ],
  [
    'lists the tasks',
    listTasks,
    inProject(),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 200, 200, 404, 404, 200],
  ],
  [
    'makes a task',
    createTask,
    inProject({ title: 'x' }),
    [201, 201, 201, 201, 201, 201, 201],
    [201, 201, 403, 403, 404, 404, 201],
  ],
  [
    'reads a task',
    readTask,
    onTask(),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 200, 200, 404, 404, 200],
  ],
  [
    'changes a task',
    updateTask,
    onTask({ title: 'x' }),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 403, 403, 404, 404, 200],
  ],
  [
    'changes the status of a task',
    updateTask,
    onTask({ status: 'done' }),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 403, 200, 404, 404, 200],
  ],
  [
    'changes a task and its status',
    updateTask,
    onTask({ status: 'done', title: 'x' }),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 403, 403, 404, 404, 200],
  ],
  [
    'changes several tasks, each with its own result',
    updateTasks,
    ({ project, task }) => ({
      params: { id: project.id },
      body: { ids: [task.id], changes: { title: 'x' } },
    }),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 200, 200, 404, 404, 200],
  ],
  [
    'deletes a task',
    deleteTask,
    onTask(),
    [204, 403, 403, 403, 403, 403, 204],
    [204, 403, 403, 403, 404, 404, 204],
  ],
  [
    'lists the comments',
    listComments,
    onTask(),
    [200, 200, 200, 200, 200, 200, 200],
    [200, 200, 200, 200, 404, 404, 200],
  ],
  [
    'comments on a task',
    createComment,
    onTask({ text: 'x' }),
    [201, 201, 201, 201, 201, 201, 201],
    [201, 201, 201, 201, 404, 404, 201],
  ],
  [
    'deletes a comment of the owner',
    deleteComment,
    ({ task, comment }) => ({ params: { id: task.id, comment_id: comment.id } }),
    [204, 403, 403, 403, 403, 403, 204],
    [204, 403, 403, 403, 404, 404, 204],
  ],
]

const cells = table.flatMap(([title, handler, request, internal, closed]) =>
  who.flatMap((name, index) => [
    { title, handler, request, name, visibility: 'internal', status: internal[index] },
    { title, handler, request, name, visibility: 'private', status: closed[index] },
  ]),
)

describe('Task permissions', () => {
  test('cover every endpoint inside a project', () => {
    const inside = endpoints.filter(({ area, spec }) => area === 'task' && spec.path.includes('{id}'))

    expect(new Set(table.map(([, handler]) => handler.spec))).toEqual(new Set(inside.map(({ spec }) => spec)))
  })

  test.each(cells)(
    '$name $title in a project that is $visibility: $status',
    async ({ handler, request, name, visibility, status }) => {
      // each update and deletion needs its own resources
      const isFresh = handler.spec.method === 'PUT' || handler.spec.method === 'DELETE'
      const place = isFresh ? await givenPlace(visibility) : (places[visibility] as Place)

      const answer = await call(handler, { as: people[name], ...request(place) })

      expect(answer.status, answer.text).toBe(status)
    },
  )
})

describe('Private projects', () => {
  test.each(table.filter(([, handler]) => handler !== deleteProject))(
    'answer an outsider who %s with the same 404 as for a missing resource',
    async (_, handler, request) => {
      const given = request(await givenPlace('private'))
      const nothing = { ...given, params: { ...given.params, id: randomUUID() } }

      const hidden = await call(handler, { as: people.outsider, ...given })
      const absent = await call(handler, { as: people.outsider, ...nothing })

      expect(hidden.status).toBe(404)
      expect(hidden.body).toEqual(absent.body)
      expect(hidden.headers['x-error-code']).toBe(absent.headers['x-error-code'])
    },
  )
})

describe('Ownership inside a project', () => {
  test('lets people delete tasks that they created and comments that they wrote', async () => {
    const { project, task } = await givenPlace('private')
    const own = await givenTask(people.member, project)
    const comment = await givenComment(people.guest, task)

    const params = { id: task.id, comment_id: comment.id }
    const statuses = await statusByCase({
      "a task of one's own": await call(deleteTask, { as: people.member, params: { id: own.id } }),
      "a comment of one's own": await call(deleteComment, { as: people.guest, params }),
    })

    expect(statuses).toEqual({
      "a task of one's own": 204,
      "a comment of one's own": 204,
    })
  })

  test('lets a guest resubmit the whole assigned task with only the status changed', async () => {
    const { task } = await givenPlace('private')

    const answer = await call(updateTask, {
      as: people.assigned,
      params: { id: task.id },
      body: { ...task, status: 'done' },
    })

    expect(answer.status).toBe(200)
    expect(answer.body.status).toBe('done')
  })
})
