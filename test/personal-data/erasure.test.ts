import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { listActivity } from '../../src/history/endpoints/list-activity.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { readJob } from '../../src/jobs/endpoints/read-job.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { listAttempts } from '../../src/lms/attempt/endpoints/list-attempts.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { finishErasure, finishRename, startErasure, timeOfJobs } from '../jobs/given.ts'
import { call } from '../support/call.ts'
import { chatFor } from '../support/given-chat.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenBusyPerson, itemsWith, jobOf, objectsWith, rareName, rareProfile, rename } from './given.ts'

let admin: SignedIn
let other: SignedIn
let successor: SignedIn
let given: Awaited<ReturnType<typeof givenBusyPerson>>
/** Items that contain the name from before the rename. */
let formerItems: string[]
let before: { items: string[]; keys: string[] }
let job: { id: string }

/** Name of the person at the time of their erasure. */
const lateName = 'Mirabel Yonderly'

const words = () => [...lateName.toLowerCase().split(' '), ...Object.values(rareProfile), given.person.email]
const of = (thing: { id: string }, as = other) => ({ as, params: { id: thing.id } })
const former = () => ({ id: given.person.id, name: 'Former colleague' })
const aboutUser = (id: string) => ({ resource_type: 'user', resource_id: id })
const heir = () => ({ id: successor.id, name: successor.name })

beforeAll(async () => {
  ;[admin, other, successor] = await Promise.all([
    signedIn({ role: 'admin' }),
    signedIn({ name: 'Olga Other' }),
    signedIn({ name: 'Sam Successor' }),
  ])
  given = await givenBusyPerson(other)
  await made(updateUser, { ...of(given.person, admin), body: { manager_id: successor.id } })
  await made(updateUser, { ...of(other, admin), body: { manager_id: given.person.id } })
  await finishRename(jobOf(await rename(given.person, lateName)))
  formerItems = await itemsWith(rareName.split(' '))
  before = { items: await itemsWith(words()), keys: (await objectsWith([])).keys }
  job = (await startErasure(admin, given.person, successor)).body
  await finishErasure(job)
})

describe('Renamed person', () => {
  test('leaves the former name in no item', () => {
    expect(formerItems).toEqual([])
  })
})

describe('Erased person', () => {
  test('leaves neither name nor address in any item or object', async () => {
    expect(before.items.length).toBeGreaterThan(30)

    expect(await itemsWith(words())).toEqual([])
    expect((await objectsWith(words())).found).toEqual([])
  })

  test('appears as a former colleague without an address, and in no list', async () => {
    const user = await made(readUser, of(given.person, admin))
    const { items } = await made(listUsers, { as: admin, query: { limit: 100, is_active: 'any' } })

    expect(user).toMatchObject({
      name: 'Former colleague',
      email: null,
      title: null,
      department: null,
      manager: null,
      avatar_url: null,
      is_active: false,
      last_login_at: null,
    })
    expect(items.map(({ id }) => id)).not.toContain(given.person.id)
  })

  test('manages nobody anymore, according to the audit as well', async () => {
    const { items } = await made(listAudit, { as: admin, query: aboutUser(other.id) })

    expect(await made(readUser, of(other))).toMatchObject({ manager_id: null, manager: null })
    expect(items.flatMap((entry: { changes: object[] }) => entry.changes)).toEqual(
      expect.arrayContaining([
        { field: 'manager_id', before: null, after: given.person.id },
        { field: 'manager_id', before: given.person.id, after: null },
      ]),
    )
  })

  test('cannot be changed anymore, but erased again', async () => {
    const body = { is_active: true }
    const changed = await call(updateUser, { ...of(given.person, admin), body })
    const again = await startErasure(admin, given.person)

    expect(changed.headers['x-error-code']).toBe('users.erased')
    expect(again.status).toBe(202)
  })

  test('leaves a job with counts of its work', async () => {
    const { status, counts } = await made(readJob, of(job, admin))

    expect(status).toBe('completed')
    expect(counts).toMatchObject({ removed: expect.any(Number), handed_over: expect.any(Number) })
  })
})

describe('Erasure of contributions for others', () => {
  test('keeps pages, comments and notifications', async () => {
    const { items: revisions } = await made(listRevisions, of(given.page))
    const { items: news } = await made(listNotifications, { as: other })

    expect(revisions.map(({ author }: { author: object }) => author)).toEqual([former(), former()])
    expect(news.length).toBeGreaterThan(2)
    for (const { title } of news) expect(title).toMatch(/^Former colleague /)
  })

  test('keeps chats with others, who become the owners', async () => {
    const { chat, items } = await chatFor(other, given.chat)

    expect(items[0]).toMatchObject({ author: former(), text: 'Hello there' })
    expect(chat.owner.id).toBe(other.id)
    expect(chat.participants.map(({ id }) => id)).toEqual([other.id])
  })

  test('keeps tickets', async () => {
    const { requester } = await made(readTicket, of(given.ticket, admin))
    const { items } = await made(listMessages, { as: admin, query: { ticket_id: given.ticket.id } })

    expect(requester).toEqual({ ...former(), contact_id: null })
    expect(items.map(({ author }: { author: { name: string } }) => author.name)).toEqual([
      'Former colleague',
      'Former colleague',
    ])
  })

  test('keeps completed tasks', async () => {
    const { assignees } = await made(readTask, of(given.done))

    expect(assignees).toContainEqual(former())
  })
})

describe('Erasure of shared resources', () => {
  test('transfers ownership to the successor', async () => {
    const owners = await Promise.all([
      made(readSpace, of(given.space)),
      made(readProject, of(given.project)),
      made(readFile, of(given.sharedFile, successor)),
      made(readFile, of(given.attachedFile, successor)),
      made(readAssistant, of(given.sharedAssistant)),
    ])
    const { author, title } = await made(readCourse, of(given.course, successor))

    expect(owners.map(({ owner }) => owner)).toEqual(owners.map(heir))
    expect(author, title).toEqual(heir())
  })

  test('assigns open tasks without another assignee to the successor', async () => {
    const { assignees } = await made(readTask, of(given.task, successor))

    expect(assignees).toEqual([heir()])
  })

  test('does not notify the successor', async () => {
    const { items } = await made(listNotifications, { as: successor })

    expect(items).toEqual([])
  })

  test('removes memberships, enrollments and attempts at quizzes', async () => {
    const { members } = await made(readSpace, of(given.theirs))
    const { id, enrollment_count, chapters } = await made(readCourse, of(given.taken))
    const params = { id, lesson_id: chapters[0]!.lessons[0]!.id }
    const attempts = await made(listAttempts, { as: other, params })

    expect(members).toEqual([])
    expect(enrollment_count).toBe(0)
    expect(attempts.items).toEqual([])
  })
})

describe('Erasure of private resources', () => {
  test('removes private files, assistants and chats', async () => {
    const answers = await Promise.all([
      call(readFile, of(given.privateFile, admin)),
      call(readFile, of(given.chatFile, admin)),
      call(readAssistant, of(given.privateAssistant, admin)),
    ])

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    // tombstones of removed resources remain for some days
    const left = await itemsWith([given.alone.id])
    expect(left.filter((key) => !key.startsWith('removal#'))).toEqual([])
  })

  test('removes the bytes and texts of private files', async () => {
    const { keys } = await objectsWith([])
    const gone = [given.privateFile, given.chatFile, given.deletedFile].map(({ id }) => id)

    for (const id of gone) {
      expect(before.keys.some((key) => key.includes(id))).toBe(true)
      expect(keys.some((key) => key.includes(id))).toBe(false)
    }
    expect(keys.some((key) => key.includes(given.sharedFile.id))).toBe(true)
  })
})

describe('Activity of an erased person', () => {
  test('returns 404 to people who are not administrators', async () => {
    const query = { resource_type: 'user' as const, resource_id: given.person.id }

    const { items } = await made(listActivity, { as: admin, query })
    const refused = await call(listActivity, { as: other, query })

    expect(items.map(({ action }: { action: string }) => action)).toContain('user.updated')
    expect(refused.status).toBe(404)
  })
})

describe('Audit of an erasure', () => {
  afterEach(() => vi.useRealTimers())

  test('contains by ID who erased whom', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: timeOfJobs() })
    const query = { resource_type: 'job', resource_id: job.id }
    const { items } = await made(listAudit, { as: admin, query })
    const { items: about } = await made(listAudit, { as: admin, query: aboutUser(given.person.id) })
    // removals by the service follow, unless they fall in the same second
    const account = about.find(({ action }: { action: string }) => action === 'user.updated')

    const [ended, , started] = items
    expect(started).toMatchObject({ action: 'job.created', actor: { id: admin.id }, via: 'session' })
    expect(started!.changes).toContainEqual({ field: 'user_id', before: null, after: given.person.id })
    expect(ended).toMatchObject({ action: 'job.updated', via: 'job', job_id: job.id })
    expect(account).toMatchObject({ actor: { id: admin.id }, via: 'job', job_id: job.id })
  })
})
