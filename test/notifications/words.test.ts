import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { updateNotification } from '../../src/notifications/endpoints/update-notification.ts'
import {
  notifications,
  NotificationType,
  type NotificationParams,
} from '../../src/notifications/notification.ts'
import type { NotificationTypeName } from '../../src/notifications/notification-types.ts'
import { unreadableReasons } from '../../src/documents/unreadable-file.ts'
import { TicketStatus } from '../../src/support/ticket/ticket.ts'
import { notify } from '../../src/notifications/notify.ts'
import { notificationWording, type Texts } from '../../src/notifications/catalogue.ts'
import { linkTo } from '../../src/platform/resource.ts'
import { users } from '../../src/platform/identity/user.ts'
import { pageType } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import { messageValues } from '../support/message-values.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const actor = { id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11', name: 'Ada Lovelace' }
const resource = linkTo(pageType, { id: actor.id, title: 'Welcome' })
const at = new Date().toISOString()

const tell = (person: SignedIn) =>
  notify([person.id], {
    type: 'page_updated',
    params: { comment: 'Dates moved' },
    actor,
    resource,
    cause: 'test',
    at,
  })

const told = async (as: SignedIn) => (await call(listNotifications, { as })).body.items[0]

const failures = [...unreadableReasons, 'storage_full', 'given_up']

/** Example parameters of each notification type. */
const params: { [T in NotificationTypeName]: NotificationParams<T>[] } = {
  course_published: [{ about: 'For all' }, { about: null }],
  course_generated: [{}],
  course_generation_failed: [...failures, 'It is empty.', null].map((reason) => ({ reason })),
  course_outdated: [{ file: 'plan.docx' }],
  certificate_expiring: [
    { course: 'Safety', until: at, renewal: 'assigned' },
    { course: 'Safety', until: at, renewal: 'none' },
  ],
  event_soon: [
    { at, kind: 'session' },
    { at, kind: 'deadline' },
    { at: at.slice(0, 10), kind: 'day' },
  ],
  page_updated: [{ comment: 'Dates moved' }, { comment: null }],
  page_review_due: [{}],
  page_comment: [{ excerpt: 'Why?' }],
  page_mention: [{ excerpt: 'Why?' }],
  page_deleted: [{ until: at }, { until: at.slice(0, 10) }],
  space_deleted: [{ until: at }],
  course_deleted: [{ until: at }],
  project_deleted: [{ until: at }],
  task_deleted: [{ until: at }],
  file_deleted: [{ until: at }],
  file_shared: [{}],
  assistant_deleted: [{ until: at }],
  course_assigned: [
    { due_date: at, note: 'Please read it.' },
    { due_date: null, note: null },
  ],
  course_due_soon: [{ due_date: at }],
  course_overdue: [
    { due_date: at, people: 'self' },
    { due_date: at, people: 'others' },
  ],
  task_assigned: [{}],
  task_due_changed: [{ due_date: '2026-03-31' }, { due_date: null }],
  task_comment: [{ excerpt: 'Why?' }],
  task_mention: [{ excerpt: 'Why?' }],
  ticket_reply: [{ excerpt: 'Why?' }],
  ticket_status_changed: TicketStatus.options.map((status) => ({ status })),
  chat_mention: [{ excerpt: 'Why?' }],
  ticket_created: [{ excerpt: 'Help!' }, { excerpt: '' }],
  ticket_assigned: [{}],
  ticket_due_soon: ['first_response', 'resolution'].map((clock) => ({ at, clock })),
  ticket_overdue: ['first_response', 'resolution'].map((clock) => ({ at, clock })),
  ticket_solved: [{}],
  mail_bounced: [{ status: 'bounced' }, { status: 'complained' }],
  webhook_off: [{ reason: 'gone' }, { reason: 'failing' }],
  email_changed: [{}],
  sign_in_new: [
    { client: 'Firefox (Windows)', address: '192.0.2.1', at },
    { client: 'unknown', address: '192.0.2.1', at },
  ],
  task_completed: [{}],
  task_due_soon: [{ due_date: '2026-03-31' }],
  task_overdue: [{ due_date: '2026-03-31' }],
  chat_message: [{ excerpt: 'Hello!' }],
  member_added: [{}],
  token_expiring: [{ name: 'Nightly', until: at }],
  token_created: [{ name: 'Nightly', account: 'Ada', scopes: 'read', at }],
  sign_in_attempts: [{ until: at }],
}

const folder = join(import.meta.dirname, '../../src/notifications/texts')

/** Languages that have a file. */
const languages = readdirSync(folder).map((name) => name.replace('.json', ''))

const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Texts

/** Renders every example in the language of a locale. */
const wordedIn = async (locale: string) => {
  const word = await notificationWording({ locale, timezone: 'UTC' })
  return NotificationType.options.flatMap((type) =>
    params[type].map((kept) => {
      const notification = { type, params: { ...kept }, actor, resource, user_id: actor.id, created_at: at }
      return word(notifications.make(notification))
    }),
  )
}

describe('Texts of notifications', () => {
  test.each(languages)('covers every type in the language %s', async (language) => {
    const worded = await wordedIn(language)

    expect(Object.keys(textsOf(language)).toSorted()).toEqual(NotificationType.options.toSorted())
    expect(worded.filter(({ title }) => !/^\S.*\S$/u.test(title))).toEqual([])
    expect(worded.filter(({ title, body }) => /undefined|null|[{}]/.test(`${title} ${body ?? ''}`))).toEqual(
      [],
    )
  })

  test.each(languages.filter((language) => language !== 'en'))(
    'every translation to %s uses the parameters of the English text',
    async (language) => {
      const [english, other] = [await wordedIn('en'), await wordedIn(language)]

      expect(messageValues(textsOf(language))).toEqual(messageValues(textsOf('en')))
      expect(other.filter(({ title }, index) => title === english[index]?.title)).toEqual([])
    },
  )

  test.each(languages)(
    'explains in the language %s why the generation of a course failed',
    async (language) => {
      const word = await notificationWording({ locale: language, timezone: 'UTC' })
      const bodyOf = (reason: string) =>
        word(
          notifications.make({
            type: 'course_generation_failed',
            params: { reason },
            user_id: actor.id,
            created_at: at,
          }),
        ).body

      const bodies = failures.map(bodyOf)

      expect(bodies.filter((body) => !/^\S+ .*\.$/u.test(body ?? ''))).toEqual([])
      expect(new Set(bodies).size).toBe(failures.length)
    },
  )

  test('inserts people’s own text unchanged', async () => {
    const title = "{who} <b>it's</b> '{' #"
    const notification = { type: 'page_updated', actor, user_id: actor.id, created_at: at } as const
    const named = { ...notification, params: { comment: title }, resource: { ...resource, title } }

    expect((await notificationWording({ locale: 'en', timezone: 'UTC' }))(notifications.make(named))).toEqual(
      {
        title: `Ada Lovelace updated “${title}”`,
        body: title,
      },
    )
  })

  test('renders stored data', async () => {
    const person = await signedIn()
    await tell(person)
    const notification = await told(person)
    const stored = await notifications.find({ user_id: person.id, id: notification!.id })

    expect(stored).toMatchObject({ type: 'page_updated', params: { comment: 'Dates moved' } })
    expect(stored).not.toHaveProperty('title')
    expect(notification).toMatchObject({ title: 'Ada Lovelace updated “Welcome”', body: 'Dates moved' })
  })
})

describe('Language of a notification', () => {
  test('follows its reader, in a list and when marked as read', async () => {
    const person = await signedIn()
    await tell(person)
    await users.update(await users.get({ id: person.id }), { locale: 'de-AT' })

    const { id, title } = (await told(person))!
    const marked = await call(updateNotification, { as: person, params: { id }, body: { read: true } })

    expect([title, marked.body.title]).toEqual(Array(2).fill('Ada Lovelace hat „Welcome“ bearbeitet'))
  })

  test.each([null, 'en-GB', 'EN', 'tlh', 'constructor'])('falls back to English for %s', async (locale) => {
    const notification = { type: 'course_generated', resource, user_id: actor.id, created_at: at } as const

    const { title } = (await notificationWording({ locale, timezone: 'UTC' }))(
      notifications.make(notification),
    )

    expect(title).toBe('“Welcome” is ready')
  })

  const until = '2026-03-31T22:30:00.000Z'

  test.each([
    ['en', 'UTC', until, 'March 31, 2026'],
    ['en-GB', 'Europe/London', until, '31 March 2026'],
    ['de', 'Europe/Berlin', until, '1. April 2026'],
    ['fr', 'America/New_York', until, '31 mars 2026'],
    ['fr', 'Europe/Paris', until, 'jusqu’au 1er avril 2026'],
    ['fr', 'Europe/Paris', '2026-04-11', 'jusqu’au 11 avril 2026'],
    ['es', 'Pacific/Auckland', until, '1 de abril de 2026'],
    // a date is the same everywhere; older notifications of deletions had one instead of a time
    ['es', 'Pacific/Auckland', '2026-03-31', '31 de marzo de 2026'],
  ])('formats dates for %s and the time zone %s: %s as %s', async (locale, timezone, time, date) => {
    const notification = { type: 'file_deleted', params: { until: time }, actor, resource } as const

    const { body } = (await notificationWording({ locale, timezone }))(
      notifications.make({ ...notification, user_id: actor.id, created_at: at }),
    )

    expect(body).toContain(date)
  })
})
