import { beforeEach, describe, expect, test } from 'vitest'
import { createCourse } from '../../src/lms/endpoints/create-course.ts'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { activityOf } from '../history/given.ts'
import { call } from '../support/call.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted } from '../trash/given.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

const changesOf = async (as: SignedIn, name: string, args: Record<string, unknown>, dry_run = false) => {
  const answer = await call(invokeFunction, { as, params: { name }, body: { arguments: args, dry_run } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.changes
}

/** Returns the changes of a dry run, and then those of the call itself. */
const bothOf = async (as: SignedIn, name: string, args: Record<string, unknown>) => [
  await changesOf(as, name, args, true),
  await changesOf(as, name, args),
]

/** Creates a page of Bob with a page of his below it, where a draft of Ada is to be published. */
const givenDraft = async () => {
  const space = await givenSpace(ada)
  const page = await givenPage(bob, space)
  const child = await givenPage(bob, space, { under: page })
  const draft = await givenPage(ada, space, { under: page, status: 'draft', title: 'Salaries' })
  return { space, page, child, draft }
}

const nothingOf = ({ id }: { id: string }) => new RegExp(`^((?!Salaries|${id}).)*$`, 's')

describe('the changes in the response of a call', () => {
  test('omit a hidden draft below a deleted or moved page', async () => {
    for (const [name, args] of [
      ['wiki_delete_page', { recursive: true }],
      ['wiki_update_page', { space_id: (await givenSpace(bob)).id }],
    ] as const) {
      const { page, child, draft } = await givenDraft()

      const [dry, real] = await bothOf(bob, name, { id: page.id, ...args })

      expect(JSON.stringify([dry, real])).toMatch(nothingOf(draft))
      expect(new Set(dry!.map(({ id }) => id))).toEqual(new Set([page.id, child.id]))
      expect(real).toEqual(dry)
    }
  })

  test('name what is restored from the trash', async () => {
    const { page, draft } = await givenDraft()
    await deleted(deletePage, bob, page, { recursive: true })
    await settle()

    const [dry, real] = await bothOf(bob, 'trash_restore_entry', { id: page.id })

    expect(JSON.stringify([dry, real])).toMatch(nothingOf(draft))
    expect(real).toEqual(dry)
    expect(real).toContainEqual(expect.objectContaining({ action: 'restored', id: page.id }))
  })

  test('show authors their own drafts', async () => {
    const { draft } = await givenDraft()

    const changes = await changesOf(ada, 'wiki_delete_page', { id: draft.id }, true)

    expect(changes).toMatchObject([{ action: 'deleted', id: draft.id }])
  })

  test("show only the caller's own enrollment", async () => {
    const chapters = [{ title: 'One', lessons: [{ title: 'First', content: 'Text' }] }]
    const course = await made(createCourse, { as: ada, body: { title: 'C', status: 'published', chapters } })
    const id = course.id
    const lesson_id = course.chapters[0]!.lessons[0]!.id

    const enrolled = await bothOf(bob, 'lms_enroll_course', { id })
    const advanced = await bothOf(bob, 'lms_update_progress', { id, lesson_id, completed: true })
    const left = await bothOf(bob, 'lms_unenroll_course', { id })

    const one = (action: string) => [{ action, type: 'enrollment', id: bob.id }]
    expect(enrolled).toMatchObject([one('created'), one('created')])
    expect(advanced).toMatchObject([one('updated'), one('updated')])
    expect(left).toMatchObject([one('deleted'), one('deleted')])
  })

  test('contain null IDs for events that a dry run does not create for a course', async () => {
    const dates = { start_at: '2027-01-04T08:00:00.000Z', end_at: '2027-01-08T16:00:00.000Z' }

    const changes = await changesOf(ada, 'lms_create_course', { title: 'Dated', ...dates }, true)

    expect(changes.map(({ type, id }: { type: string; id: unknown }) => [type, id])).toEqual([
      ['course', null],
      ['event', null],
      ['event', null],
    ])
  })

  test('show an agent the values that an undo restores in a ticket', async () => {
    const agent = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(bob)
    const body = { status: 'in_progress' as const, priority: 'high' as const }
    await made(updateTicket, { as: agent, params: { id: ticket.id }, body })
    await settle()
    const [change] = await activityOf(agent, 'ticket', ticket)

    const answer = await call(undoChange, { as: agent, params: { id: change!.id } })

    expect(answer.body).toMatchObject({
      undone: [change!.id],
      changes: [{ type: 'ticket', fields: [{ field: 'status', after: 'open' }, { field: 'priority' }] }],
    })
  })
})
