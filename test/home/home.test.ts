import { describe, expect, test } from 'vitest'
import { putPersonalEvent } from '../../src/calendar/calendar.ts'
import { readHome } from '../../src/home/endpoints/read-home.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { notify } from '../../src/notifications/notify.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { assignments } from '../../src/task/task/assignment.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { call, raw } from '../support/call.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { changedTicket, givenDesk, givenTicket, givenTicketIn } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const home = (as: SignedIn) => made(readHome, { as })

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

/** The current date in the time zone where days begin first, and dates relative to it. */
const kiritimati = 'Pacific/Kiritimati'
const today = () => new Intl.DateTimeFormat('sv', { timeZone: kiritimati }).format(new Date())
const inDays = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)
const daysToSunday = () => (7 - new Date(today()).getUTCDay()) % 7

const livingIn = async (timezone: string) => {
  const person = await signedIn()
  await made(updateUser, { as: person, params: { id: person.id }, body: { timezone } })
  return person
}

describe('GET /home', () => {
  test('returns empty sections for a new user, and accepts no parameters', async () => {
    const person = await signedIn()

    const body = await home(person)
    const wrong = await call(readHome, { as: person, query: { limit: raw(3) } })

    expect(body).toMatchObject({
      tasks: { open: 0, overdue: 0, due_this_week: 0, items: [] },
      chats: { unread: 0, items: [] },
      notifications: { unread: 0, items: [] },
      tickets: { open: 0, waiting_for_me: 0, items: [] },
      courses: { in_progress: 0, overdue: 0, items: [] },
    })
    expect(wrong.status).toBe(422)
    expect(wrong.detail).toContain('"limit"')
  })

  test('returns 304 until something changes', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    const chat = await givenChat(other, [person])
    const ask = (etag = '"none"') => call(readHome, { as: person, headers: { 'If-None-Match': etag } })
    const first = await ask()
    const { etag } = first.headers

    const same = await ask(etag)
    await givenWords(other, chat, 'one')
    await settle()
    const changed = await ask(etag)

    expect([first.status, same.status, changed.status]).toEqual([200, 304, 200])
  })

  test('counts open tasks by the caller’s day and week, and shows the next ones', async () => {
    const [owner, east, west] = await Promise.all([
      signedIn(),
      livingIn(kiritimati),
      livingIn('Pacific/Pago_Pago'),
    ])
    const project = await givenProject(owner)
    const give = (due_date: string | null, fields = {}) =>
      givenTask(owner, project, { due_date, assignee_ids: [east.id, west.id], ...fields })
    const none = await give(null)
    const later = await give(inDays(daysToSunday() + 1))
    const sunday = await give(inDays(daysToSunday()))
    // a day that is over in the first time zone, but not in the last
    const yesterday = await give(inDays(-1))
    await give(inDays(-2), { status: 'done' })
    await give(inDays(-2), { status: 'cancelled' })
    const secret = await givenProject(owner, { members: [[east, 'member']], visibility: 'private' })
    await givenTask(owner, secret, { due_date: inDays(-3), assignee_ids: [east.id] })
    await made(updateProject, { as: owner, params: { id: secret.id }, body: { members: [] } })

    const [eastern, western] = [(await home(east)).tasks, (await home(west)).tasks]

    expect(idsOf(eastern.items)).toEqual(idsOf([yesterday, sunday, later, none]))
    expect(eastern).toMatchObject({ open: 4, overdue: 1, due_this_week: 1 })
    expect(western.overdue).toBe(0)
    await made(updateTask, { as: owner, params: { id: yesterday.id }, body: { status: 'done' } })
    expect((await home(east)).tasks).toMatchObject({ open: 3, overdue: 0 })
  })

  test('counts up to 100, and this week even after 100 overdue tasks', async () => {
    const person = await livingIn(kiritimati)
    const project = await givenProject(person)
    const task = await givenTask(person, project, { assignee_ids: [person.id] })
    const { assignees, created_by } = task
    const rows = (count: number, due_date: string, status: 'todo' | 'in_review') =>
      Array.from({ length: count }, () =>
        assignments.make({
          title: 'Much to do',
          number: 7,
          project_id: project.id,
          user_id: person.id,
          assignee_ids: [person.id],
          assignees,
          created_by,
          due_date,
          status,
        }),
      )
    const overdue = [...rows(50, inDays(-1), 'todo'), ...rows(49, inDays(-9), 'in_review')]
    await writeBatch([...overdue, ...rows(4, today(), 'todo')].map(assignments.itemOf), [])

    const { tasks } = await home(person)

    expect(tasks).toMatchObject({ open: 100, overdue: 99, due_this_week: 4 })
    expect(tasks.items).toHaveLength(5)
  })

  test('counts chats with unread messages, and unread notifications', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    const chats = [await givenChat(other, [person]), await givenChat(other, [person])]
    await givenWords(other, chats[0]!, 'one')
    await givenWords(other, chats[0]!, 'two')
    await givenChat(other)
    const at = new Date().toISOString()
    const news = { type: 'page_updated' as const, params: { comment: null }, actor: null, resource: null, at }
    for (const cause of ['a', 'b']) await notify([person.id], { ...news, cause })
    await settle()

    const body = await home(person)

    expect(body.chats.unread).toBe(1)
    expect(idsOf(body.chats.items)).toEqual(idsOf(chats))
    // two about pages, two about added chats, and one about both messages
    expect(body.notifications.unread).toBe(5)
    expect(body.notifications.items.map(({ read_at }) => read_at)).toEqual(Array(5).fill(null))
  })

  test('counts open tickets: of requesters those waiting for them, of agents those assigned to them', async () => {
    const { requester, agent, admin } = await givenDesk()
    const asked = await givenTicketIn(requester, agent, 'pending')
    const assigned = await givenTicket(requester)
    await changedTicket(agent, assigned, { assignee_id: agent.id })
    await givenTicketIn(requester, agent, 'resolved')
    await settle()
    const before = [(await home(requester)).tickets, (await home(agent)).tickets, (await home(admin)).tickets]

    await changedTicket(agent, assigned, { assignee_id: admin.id })
    await settle()
    const handed = [(await home(agent)).tickets.open, (await home(admin)).tickets.open]
    await changedTicket(agent, assigned, { status: 'resolved' })
    await settle()

    expect(before).toMatchObject([
      { open: 2, waiting_for_me: 1 },
      { open: 1, waiting_for_me: 1 },
      { open: 0, waiting_for_me: 0 },
    ])
    expect(idsOf(before[0]!.items)).toEqual(idsOf([assigned, asked]))
    expect(idsOf(before[1]!.items)).toEqual([assigned.id])
    expect(handed).toEqual([0, 1])
    expect((await home(admin)).tickets.open).toBe(0)
  })

  test('counts a ticket once if an agent opened it and is assigned to it', async () => {
    const { agent, admin } = await givenDesk()
    await changedTicket(admin, await givenTicket(agent), { assignee_id: agent.id })
    await settle()

    const { tickets } = await home(agent)

    expect(tickets).toMatchObject({ open: 1, waiting_for_me: 1 })
    expect(tickets.items).toHaveLength(1)
  })

  test('shows a former agent no tickets of other people', async () => {
    const { requester, agent, admin } = await givenDesk()
    const ticket = await givenTicket(requester)
    await changedTicket(agent, ticket, { assignee_id: agent.id })
    await settle()
    const before = (await home(agent)).tickets
    await made(updateUser, { as: admin, params: { id: agent.id }, body: { role: 'user' } })

    const { tickets } = await home(agent)

    expect(before.open).toBe(1)
    expect(tickets).toEqual({ open: 0, waiting_for_me: 0, items: [] })
  })

  test('shows courses that the caller has started and may still see', async () => {
    const [author, person] = await Promise.all([signedIn(), signedIn()])
    const give = async () => {
      const course = await givenCourse(author, { chapters: [chapterOf('One', 'Two')] })
      await enroll(person, course)
      return course
    }
    const [begun, completed, hidden] = [await give(), await give(), await give()]
    const [first] = begun.chapters[0]!.lessons
    const complete = (course: { id: string }, lesson: { id: string }) =>
      made(updateProgress, {
        as: person,
        params: { id: course.id },
        body: { lesson_id: lesson.id, completed: true },
      })
    await complete(begun, first!)
    for (const lesson of completed.chapters[0]!.lessons) await complete(completed, lesson)
    const longer = { chapters: [...completed.chapters, chapterOf('Three')] }
    await made(updateCourse, { as: author, params: { id: completed.id }, body: longer })
    await made(updateCourse, { as: author, params: { id: hidden.id }, body: { status: 'draft' } })

    const { courses } = await home(person)

    expect(courses).toMatchObject({ in_progress: 1, items: [{ id: begun.id, progress: { percent: 50 } }] })
  })

  test('shows the latest pages that the caller may read, and the events of seven days', async () => {
    const [author, person] = await Promise.all([signedIn(), signedIn()])
    const open = await givenPage(author, await givenSpace(author))
    const secret = await givenPage(author, await givenSpace(author, { visibility: 'private' }))
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const event = { type: 'task_due' as const, version: 1, updated_at: day(0), user_ids: [person.id] }
    for (const [title, start_at, end_at] of [
      ['on now', day(-30), day(1)],
      ['soon', day(6), null],
      ['later', day(8), null],
    ] as const)
      await putPersonalEvent({ ...event, id: newId(), title, start_at, end_at })
    await settle({ deliveries: 2 })

    const [own, others] = [await home(author), await home(person)]

    expect(idsOf(own.recent_pages)).toContain(secret.id)
    expect(idsOf(others.recent_pages)).toContain(open.id)
    expect(idsOf(others.recent_pages)).not.toContain(secret.id)
    expect(others.recent_pages.length).toBeLessThanOrEqual(5)
    const mine = others.events.filter(({ type }: { type: string }) => type === 'task_due')
    expect(mine.map(({ title }: { title: string }) => title)).toEqual(['on now', 'soon'])
  })
})
