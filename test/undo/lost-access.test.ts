import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BodyOf } from '../support/call.ts'
import { historyDefinitions } from '#generated/history-definitions.ts'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { readJob } from '../../src/jobs/endpoints/read-job.ts'
import { createAssignment } from '../../src/lms/assignment/endpoints/create-assignment.ts'
import { deleteAssignment } from '../../src/lms/assignment/endpoints/delete-assignment.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { unenrollCourse } from '../../src/lms/endpoints/unenroll-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { deleteEvent } from '../../src/lms/event/endpoints/delete-event.ts'
import { historyEntries, type StoredHistoryEntry } from '../../src/platform/history/entry.ts'
import { loadUndoRules } from '../../src/platform/history/history-registry.ts'
import { isUndoable } from '../../src/platform/history/undo-rules.ts'
import { undoneAmong } from '../../src/platform/history/undone-change.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import type { ResourceHistory } from '../../src/platform/history/resource-history.ts'
import { createContact } from '../../src/support/contact/endpoints/create-contact.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { updateContact } from '../../src/support/contact/endpoints/update-contact.ts'
import { updateMacro } from '../../src/support/macro/endpoints/update-macro.ts'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteComment } from '../../src/task/endpoints/delete-comment.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { createUndoJob } from '../../src/undo/endpoints/create-undo-job.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { createComment as createPageComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deleteComment as deletePageComment } from '../../src/wiki/endpoints/delete-comment.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { unsubscribePage } from '../../src/wiki/endpoints/unsubscribe-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { enroll, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { changedTicket, givenTicket, givenMacro } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { undo } from './given.ts'

type Thing = { id: string }

let [ada, admin] = [] as unknown as [SignedIn, SignedIn]

beforeAll(async () => {
  ;[ada, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
})

const hidden = { visibility: 'private' as const }
const givenProject = () => made(createProject, { as: ada, body: { name: 'Move', ...hidden } })
const givenTask = async (as: SignedIn) =>
  made(createTask, { as, params: await givenProject(), body: { title: 'Pack' } })
const givenHiddenPage = async (as: SignedIn) => givenPage(as, await givenSpace(ada, hidden))
const eventOf = (as: SignedIn, { id: course_id }: Thing) =>
  made(createEvent, { as, body: { title: 'Meeting', start_at: '2030-05-01T10:00:00Z', course_id } })
const setStatus = ({ id }: Thing, status: BodyOf<typeof updateCourse>['status']) =>
  made(updateCourse, { as: ada, params: { id }, body: { status } })

/** Changes, deletes and restores a resource with the operations of its kind. */
const change = async (
  as: SignedIn,
  { id }: Thing,
  [update, body, remove]: [EndpointHandler, object, EndpointHandler],
) => {
  const params = { id }
  await made(update, { as, params, body })
  await made(remove, { as, params })
  await made(restoreEntry, { as, params })
}

/** Changes that a person makes with a right that ends later, by history type. */
const changes: Record<string, (as: SignedIn) => Promise<unknown>> = {
  wiki_space: async (as) =>
    change(as, await givenSpace(ada, hidden), [updateSpace, { name: 'Other' }, deleteSpace]),
  wiki_page: async (as) => change(as, await givenHiddenPage(as), [updatePage, { tags: ['x'] }, deletePage]),
  wiki_comment: async (as) => {
    const { id } = await givenHiddenPage(ada)
    const [comment] = [
      await made(createPageComment, { as, params: { id }, body: { text: 'One' } }),
      await made(createPageComment, { as, params: { id }, body: { text: 'Two' } }),
    ]
    await made(deletePageComment, { as, params: { id, comment_id: comment.id } })
  },
  page_subscription: async (as) => {
    const [one, other] = [await givenHiddenPage(ada), await givenHiddenPage(ada)]
    for (const { id } of [one, other]) await made(subscribePage, { as, params: { id } })
    await made(unsubscribePage, { as, params: { id: other.id } })
  },
  project: async (as) => change(as, await givenProject(), [updateProject, { name: 'Stay' }, deleteProject]),
  task: async (as) => change(as, await givenTask(as), [updateTask, { title: 'Unpack' }, deleteTask]),
  task_comment: async (as) => {
    const { id } = await givenTask(ada)
    const [comment] = [
      await made(createComment, { as, params: { id }, body: { text: 'One' } }),
      await made(createComment, { as, params: { id }, body: { text: 'Two' } }),
    ]
    await made(deleteComment, { as, params: { id, comment_id: comment.id } })
  },
  contact: async (as) => {
    const body = { name: 'Carla', email: `${randomUUID()}@customer.example` }
    await change(as, await made(createContact, { as, body }), [updateContact, { name: 'Eve' }, deleteContact])
  },
  macro: async (as) => {
    const { id } = await givenMacro(as)
    await made(updateMacro, { as, params: { id }, body: { name: 'Eve' } })
  },
  ticket: async (as) => changedTicket(as, await givenTicket(ada), { priority: 'high' }),
  assistant: async (as) => {
    const body = { name: 'Helper', instructions: 'Be kind.' }
    const assistant = await made(createAssistant, { as: ada, body })
    await change(as, assistant, [updateAssistant, { name: 'Other' }, deleteAssistant])
  },
  file: async (as) => change(as, await givenFile(ada), [updateFile, { name: 'other.txt' }, deleteFile]),
  course: async (as) => {
    const course = await givenCourse(ada, { status: 'draft' })
    await change(as, course, [updateCourse, { title: 'Other' }, deleteCourse])
  },
  course_assignment: async (as) => {
    const [one, other] = [await givenCourse(ada), await givenCourse(ada)]
    const assign = (params: Thing) => made(createAssignment, { as, params, body: { user_ids: [admin.id] } })
    await assign(one)
    await made(deleteAssignment, { as, params: await assign(other) })
    await Promise.all([one, other].map((course) => setStatus(course, 'draft')))
  },
  enrollment: async (as) => {
    const [one, other] = [await givenCourse(ada), await givenCourse(ada)]
    for (const course of [one, other]) await enroll(as, course)
    await made(unenrollCourse, { as, params: { id: other.id } })
    await Promise.all([one, other].map((course) => setStatus(course, 'draft')))
  },
  event: async (as) => {
    const course = await givenCourse(ada, { status: 'draft' })
    await eventOf(as, course)
    await made(deleteEvent, { as, params: await eventOf(ada, course) })
  },
}

/** Types that everyone can always see. */
const visibleToAll = ['category', 'category_subscription']

/** Returns the undoable changes by a person, oldest first. */
const undoable = async ({ id: actor_id }: SignedIn) => {
  const { items } = await readList(historyEntries.in('ofActor', { actor_id }), { limit: 20 })
  const [rules, undone] = await Promise.all([loadUndoRules(), undoneAmong(items)])
  return (items as StoredHistoryEntry[])
    .filter((entry) => !undone.has(entry.id) && isUndoable(rules.get(entry.object_type), entry))
    .toReversed()
}

const demote = ({ id }: SignedIn) => made(updateUser, { as: admin, params: { id }, body: { role: 'user' } })

describe('Undo of own changes after access was lost', () => {
  test.each(Object.entries(changes))(
    'returns 404 for a change of %s and records nothing',
    async (type, act) => {
      const bob = await signedIn({ role: 'admin' })
      await act(bob)
      await demote(bob)
      await settle()
      const before = await undoable(bob)

      const answers = []
      for (const entry of before) answers.push([entry.action, (await undo(bob, entry)).status])

      expect(before.filter(({ action }) => action.startsWith(`${type}.`))).not.toEqual([])
      expect(answers).toEqual(before.map(({ action }) => [action, 404]))
      expect(await undoable(bob)).toEqual(before)
    },
  )

  test('covers every kind that can be undone', async () => {
    const histories: (() => Promise<ResourceHistory>)[] = Object.values(historyDefinitions)
    const rules = (await Promise.all(histories.map((load) => load()))).flatMap((one) => one.changes)
    const types = rules.flatMap(({ type, undo }) =>
      undo && (undo.removed || Object.keys(undo.fields).length > 0) ? [type] : [],
    )

    expect(types.toSorted()).toEqual([...Object.keys(changes), ...visibleToAll].toSorted())
  })

  test('leaves each change with a reason if a job undoes it, so that others can undo it', async () => {
    const bob = await signedIn({ role: 'admin' })
    const program = await givenToken(bob)
    const task = await givenTask(program)
    await made(updateTask, { as: program, params: { id: task.id }, body: { title: 'Unpack' } })
    await demote(bob)

    const job = await made(createUndoJob, { as: bob, body: { token_id: program.token_id } })
    await settle()
    const { report } = await made(readJob, { as: bob, params: { id: job.id } })
    const open = await undoable(bob)
    const answer = await undo(admin, open[0]!)

    const reason = 'The changed resource does not exist.'
    const left = open.map(({ id }) => ({ id, reason }))
    expect(report).toMatchObject({ undone: [], left: expect.arrayContaining(left) })
    expect(open.map(({ action }) => action)).toEqual(['task.created', 'task.updated'])
    expect(answer.body.changes).toMatchObject([{ action: 'deleted', id: task.id }])
  })
})

describe('Undo of a change to a resource in the trash', () => {
  test('returns 404 for its parts and records nothing', async () => {
    const task = await givenTask(ada)
    await made(createComment, { as: ada, params: { id: task.id }, body: { text: 'Mine' } })
    await settle()
    const comment = (await undoable(ada)).find(({ action }) => action === 'task_comment.created')
    await made(deleteTask, { as: ada, params: { id: task.id } })

    const inTrash = await undo(ada, comment!)
    await made(restoreEntry, { as: ada, params: { id: task.id } })
    const restored = await undo(ada, comment!)

    expect([inTrash.status, restored.status]).toEqual([404, 200])
    expect(await made(readTask, { as: ada, params: { id: task.id } })).toMatchObject({ comment_count: 0 })
  })
})
