import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { createCategory } from '../../src/lms/endpoints/create-category.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { deleteCategory } from '../../src/lms/endpoints/delete-category.ts'
import { deleteEvent } from '../../src/lms/event/endpoints/delete-event.ts'
import { listCategories } from '../../src/lms/endpoints/list-categories.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readEvent } from '../../src/lms/event/endpoints/read-event.ts'
import { unenrollCourse } from '../../src/lms/endpoints/unenroll-course.ts'
import { updateCategory } from '../../src/lms/endpoints/update-category.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { listKeys } from '../../src/platform/table/list/partition.ts'
import { createComment as createTaskComment } from '../../src/task/endpoints/create-comment.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteComment as deleteTaskComment } from '../../src/task/endpoints/delete-comment.ts'
import { listComments as listTaskComments } from '../../src/task/endpoints/list-comments.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { erasureHandlers } from '../../src/undo/erasure.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deleteComment } from '../../src/wiki/endpoints/delete-comment.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listComments } from '../../src/wiki/endpoints/list-comments.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updateComment } from '../../src/wiki/endpoints/update-comment.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { activityOf, activityStatus } from '../history/given.ts'
import { call } from '../support/call.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, purge } from '../trash/given.ts'
import { changeOf, changesBy, undo } from './given.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

afterEach(() => void vi.useRealTimers())

/** Creates a comment of Ada on her page, with the path parameters of both. */
const givenComment = async (text: string) => {
  const page = await givenPage(ada, await givenSpace(ada))
  const comment = await made(createComment, {
    as: ada,
    params: { id: page.id },
    body: { text, mentions: [bob.id] },
  })
  return { page, comment, params: { id: page.id, comment_id: comment.id } }
}

const commentsOf = async ({ id }: { id: string }) =>
  (await made(listComments, { as: ada, params: { id } })).items

describe('Undo of an edited comment', () => {
  test('restores the text, although the activity shows only its size', async () => {
    const { page, comment, params } = await givenComment('The first words')
    await made(updateComment, { as: ada, params, body: { text: 'Other words', resolved: true } })
    const change = await changeOf(ada, 'wiki_comment.updated')
    const [shown] = await activityOf(bob, 'wiki_page', page)

    const answers = [await undo(ada, change, { dry_run: true }), await undo(ada, change)]
    const again = await undo(ada, change)

    expect(JSON.stringify(shown)).not.toContain('words')
    expect(shown).toMatchObject({ can_undo: true, changes: [{ field: 'text', before: { size: 15 } }, {}] })
    expect(answers.map(({ body }) => body.undone)).toEqual([[change.id], [change.id]])
    expect(again.body).toMatchObject({ undone: [change.id], left: [], changes: [] })
    expect(await commentsOf(page)).toMatchObject([{ text: comment.text, resolved: false }])
  })

  test('returns 409 if the author has changed the text since, and 403 to others', async () => {
    const { page, params } = await givenComment('One')
    await made(updateComment, { as: ada, params, body: { text: 'Two' } })
    const change = await changeOf(ada, 'wiki_comment.updated')
    const foreign = await undo(bob, change)
    await made(updateComment, { as: ada, params, body: { text: 'Three' } })

    const late = await undo(ada, change)

    expect([foreign.status, late.status]).toEqual([403, 409])
    expect(late.detail).toContain('"text"')
    expect(await commentsOf(page)).toMatchObject([{ text: 'Three' }])
  })

  test('succeeds for 30 days, but no longer than the page exists', async () => {
    const { page, params } = await givenComment('One')
    await made(updateComment, { as: ada, params, body: { text: 'Two' } })
    const change = await changeOf(ada, 'wiki_comment.updated')
    const former = () => listKeys(`former#page#${page.id}`, '')
    const kept = await former()

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 })
    const late = await undo(await signedIn({ role: 'admin' }), change)
    vi.useRealTimers()
    await deleted(deletePage, ada, page)
    await purge(ada, page)
    await settle()

    expect(kept).toHaveLength(1)
    expect([late.status, late.headers['x-error-code']]).toEqual([409, 'undo.thing_gone'])
    expect(late.detail).toBe(
      'The former value of "text" no longer exists; former values are kept for 30 days.',
    )
    expect(await former()).toEqual([])
  })
})

describe('Undo of a deleted comment', () => {
  test('restores the comment without notifying anyone again', async () => {
    const { page, comment, params } = await givenComment('Well')
    await settle()
    await call(deleteComment, { as: ada, params })
    const deletion = await changeOf(ada, 'wiki_comment.deleted')

    const refused = await undo(bob, deletion)
    const answers = [await undo(ada, deletion), await undo(ada, deletion)]

    await settle()
    const { items } = await made(listNotifications, { as: bob })
    expect(refused.status).toBe(403)
    expect(answers.map(({ body }) => body.undone)).toEqual([[deletion.id], [deletion.id]])
    expect(answers[0]?.body.changes).toMatchObject([{ action: 'restored', id: comment.id }])
    expect(await commentsOf(page)).toMatchObject([{ ...comment, version: 2 }])
    expect(items).toHaveLength(1)
  })

  test('restores a comment on a task and counts it again', async () => {
    const { id } = await made(createProject, { as: ada, body: { name: 'Move' } })
    const task = await made(createTask, { as: ada, params: { id }, body: { title: 'Pack' } })
    const comment = await made(createTaskComment, { as: ada, params: task, body: { text: 'Well' } })
    await call(deleteTaskComment, { as: ada, params: { id: task.id, comment_id: comment.id } })
    const deletion = await changeOf(ada, 'task_comment.deleted')

    const answer = await undo(ada, deletion)

    expect(answer.body.undone).toEqual([deletion.id])
    const { items } = await made(listTaskComments, { as: ada, params: { id: task.id } })
    expect(items).toEqual([comment])
    expect((await made(readTask, { as: ada, params: { id: task.id } })).comment_count).toBe(1)
  })

  test('returns 409 if the page was deleted', async () => {
    const { page, params } = await givenComment('Well')
    await call(deleteComment, { as: ada, params })
    await deleted(deletePage, ada, page)
    const deletion = await changeOf(ada, 'wiki_comment.deleted')

    const answer = await undo(ada, deletion)

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'undo.thing_gone'])
  })

  test('loses its stored state with the erasure of the author', async () => {
    const { page, params } = await givenComment('Well')
    await call(deleteComment, { as: ada, params })
    await settle()
    const [key] = await listKeys(`former#page#${page.id}`, '')
    const [item] = await getItems([key!])
    const erasure = { person: ada, successor: bob, isShownToOthers: async () => false }

    const [handler] = erasureHandlers
    const outcome = handler!.isOf(item!) && (await handler!.handle(item!, erasure))

    expect(outcome).toBe('removed')
    expect(await listKeys(`former#page#${page.id}`, '')).toEqual([])
  })
})

describe('Undo by administrators', () => {
  test('finds the deletion in the activity of a category and an event, which others do not see', async () => {
    const admin = await signedIn({ role: 'admin' })
    const category = await made(createCategory, { as: admin, body: { name: `Short ${admin.id}` } })
    const event = await made(createEvent, {
      as: admin,
      body: { title: 'Party', start_at: '2030-01-01T10:00:00Z' },
    })
    await call(deleteCategory, { as: admin, params: category })
    await call(deleteEvent, { as: admin, params: event })
    await settle()

    const newest = [
      (await activityOf(admin, 'category', category))[0],
      (await activityOf(admin, 'event', event))[0],
    ]

    expect(newest).toMatchObject([
      { action: 'category.deleted', can_undo: true },
      { action: 'event.deleted', can_undo: true },
    ])
    expect([
      await activityStatus(bob, 'category', category),
      await activityStatus(bob, 'event', event),
      await activityStatus(admin, 'event', category),
    ]).toEqual([404, 404, 404])
  })

  test('reverts changes and deletions of a category and an event', async () => {
    const admin = await signedIn({ role: 'admin' })
    const category = await made(createCategory, { as: admin, body: { name: `Old ${admin.id}` } })
    const event = await made(createEvent, {
      as: admin,
      body: { title: 'Party', start_at: '2030-01-01T10:00:00Z', description: 'x'.repeat(3_000) },
    })
    await made(updateCategory, {
      as: admin,
      params: category,
      body: { name: `New ${admin.id}`, position: 4 },
    })
    await call(deleteCategory, { as: admin, params: category })
    await call(deleteEvent, { as: admin, params: event })
    const changes = (await changesBy(admin)).filter(({ action }) => /updated|deleted/.test(action))

    const answers = []
    for (const change of changes) answers.push(await undo(admin, change))
    await settle()

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await made(readEvent, { as: bob, params: event })).toMatchObject({
      description: event.description,
    })
    const { items } = await made(listCategories, { as: bob })
    expect(items).toContainEqual(
      expect.objectContaining({ id: category.id, name: category.name, position: 0 }),
    )
  })
})

describe('Undo of an enrollment', () => {
  test('restores the enrollment with its progress, for the person only', async () => {
    const course = await givenCourse(ada, { chapters: [chapterOf('One', 'Two')], status: 'published' })
    const { lessons } = course.chapters[0]!
    const done = (index: number, completed: boolean) =>
      made(updateProgress, {
        as: bob,
        params: { id: course.id },
        body: { lesson_id: lessons[index]!.id, completed },
      })
    await enroll(bob, course)
    await done(0, true)
    await done(1, true)
    const advance = await changeOf(bob, 'enrollment.updated')
    await call(unenrollCourse, { as: bob, params: { id: course.id } })
    const leaving = await changeOf(bob, 'enrollment.deleted')

    const foreign = await undo(await signedIn({ role: 'admin' }), leaving)
    const answers = [await undo(bob, leaving), await undo(bob, advance)]

    expect([foreign.status, foreign.headers['x-error-code']]).toEqual([403, 'undo.person_required'])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { progress } = await made(readCourse, { as: bob, params: { id: course.id } })
    expect(progress!.completed_lesson_ids).toEqual([lessons[0]!.id])
  })
})

test('undo restores long values like short ones', async () => {
  const instructions = 'Be kind. '.repeat(400)
  const assistant = await made(createAssistant, { as: ada, body: { name: 'Clerk', instructions } })
  await made(updateAssistant, { as: ada, params: assistant, body: { instructions: 'Be short.' } })
  const change = await changeOf(ada, 'assistant.updated')

  const answer = await undo(ada, change)

  expect(answer.body.undone).toEqual([change.id])
  expect(await made(readAssistant, { as: ada, params: assistant })).toMatchObject({ instructions })
})

test('undo moves a page back to its former space with its subpage', async () => {
  const [from, to] = [await givenSpace(ada), await givenSpace(ada)]
  const above = await givenPage(ada, from)
  const page = await givenPage(ada, from, { under: above })
  const child = await givenPage(ada, from, { under: page })
  await made(updatePage, { as: ada, params: { id: page.id }, body: { space_id: to.id } })
  await settle()
  const [ofPage] = await activityOf(ada, 'wiki_page', page)
  const [ofChild] = await activityOf(ada, 'wiki_page', child)

  const alone = await undo(ada, ofChild!)
  const answer = await undo(ada, ofPage!)
  const then = await undo(ada, ofChild!)

  expect([alone.status, alone.headers['x-error-code']]).toEqual([409, 'undo.moves_along'])
  expect(answer.body.undone).toEqual([ofPage!.id])
  expect(then.body).toMatchObject({ undone: [ofChild!.id], left: [], changes: [] })
  expect(await made(readPage, { as: ada, params: { id: page.id } })).toMatchObject({
    space_id: from.id,
    parent_id: above.id,
  })
  expect(await made(readPage, { as: ada, params: { id: child.id } })).toMatchObject({
    space_id: from.id,
    parent_id: page.id,
  })
})
