import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAllNotifications } from '../../src/notifications/endpoints/read-all-notifications.ts'
import { readPreferences } from '../../src/notifications/endpoints/read-preferences.ts'
import { unsubscribe } from '../../src/notifications/endpoints/unsubscribe.ts'
import { sendScheduled } from '../../src/platform/events/scheduler.ts'
import { users } from '../../src/platform/identity/user.ts'
import { newId, idTime } from '../../src/platform/runtime/id.ts'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import { deleteComment as deleteTaskComment } from '../../src/task/endpoints/delete-comment.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deleteComment } from '../../src/wiki/endpoints/delete-comment.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { itemsWith } from '../personal-data/given.ts'
import { call } from '../support/call.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'
import { givenOwnPage, givenPage, givenSpace, made } from '../support/given.ts'
import { choose, givenNotification } from '../support/given-notification.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const hour = 3_600_000

/** Noon (UTC) after the IDs of this process; later for each test, because IDs never go back. */
let noon = Math.ceil(idTime(newId()) / (24 * hour)) * 24 * hour + 12 * hour

const travel = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })

beforeEach(() => {
  noon += 48 * hour
  travel(noon)
})
afterEach(() => void vi.useRealTimers())

/** Runs the scheduler one minute after this number of hours after noon. */
const runAt = async (hours: number) => {
  await settle()
  travel(noon + hours * hour + 60_000)
  await inRequest({ requestId: '1', confirmSession: noSession }, async () => sendScheduled())
  await settle()
}

/** Creates a person with a page, in a time zone without daylight saving time. */
const givenReader = async (timezone = 'Asia/Kolkata') => {
  const given = await givenOwnPage({ title: 'Leave' })
  await users.update(await users.get(given.author), { timezone })
  return given
}

const textsTo = async ({ email }: SignedIn) => (await mailsTo(email)).map(({ body }) => body.text)

// 8:00 in India
const morning = 14.5

describe('Quiet hours', () => {
  // 17:00 to 20:00 in India, where it is 17:30 now
  const quiet_hours = { start: '17:00', end: '20:00' }

  test('sends a mail when they end', async () => {
    const { author, page } = await givenReader()
    await choose(author, { quiet_hours })

    await givenNotification(author, page)
    await runAt(2)
    const before = await textsTo(author)
    await runAt(2.5)
    await runAt(3)

    expect([before, await textsTo(author)]).toEqual([
      [],
      [expect.stringContaining('Bob Brown mentioned you')],
    ])
  })

  test('drops a mail whose notification was read or whose type was turned off meanwhile', async () => {
    const [{ author, page }, { author: other }] = [await givenReader(), await givenReader()]
    for (const person of [author, other]) {
      await choose(person, { quiet_hours })
      await givenNotification(person, page)
    }

    await call(readAllNotifications, { as: author })
    await choose(other, { types: { page_mention: { in_app: true, mail: 'none' } } })
    await runAt(2.5)

    expect([await textsTo(author), await textsTo(other)]).toEqual([[], []])
  })
})

describe('Comment deleted before its notifications are mailed', () => {
  test('causes no mail on a page or a task, while other comments do', async () => {
    const [author, reader] = [await signedIn(), await signedIn()]
    const page = await givenPage(author, await givenSpace(author))
    const task = await givenTask(author, await givenProject(author))
    const quiet_hours = { start: '11:00', end: '14:00' }
    await choose(reader, { quiet_hours })
    const body = { text: 'Gone', mentions: [reader.id] }
    const onPage = await made(createComment, { as: author, params: { id: page.id }, body })
    const onTask = await givenComment(author, task, body)
    await made(createComment, { as: author, params: { id: page.id }, body: { ...body, text: 'Kept' } })
    await settle()

    const deleted = [
      await call(deleteComment, { as: author, params: { id: page.id, comment_id: onPage.id } }),
      await call(deleteTaskComment, { as: author, params: { id: task.id, comment_id: onTask.id } }),
    ]
    await runAt(2)

    expect(deleted.map(({ status }) => status)).toEqual([204, 204])
    expect(await textsTo(reader)).toEqual([expect.stringContaining('Kept')])
  })
})

describe('Daily digest', () => {
  test('comes once in the morning, with unread notifications grouped by resource', async () => {
    const { author, space, page } = await givenReader()
    const other = await givenPage(author, space, { title: 'Hours' })
    for (const one of [page, other, page]) await givenNotification(author, one, { kind: 'comment' })

    await runAt(morning - 0.5)
    const before = await mailsTo(author.email)
    await runAt(morning)
    await runAt(morning + 24)

    const [mail, ...more] = await mailsTo(author.email)
    expect([before, more]).toEqual([[], []])
    expect(mail?.subject).toBe('Your daily digest: 3 notifications')
    const line = (title: string) => `Bob Brown commented on “${title}”`
    expect(mail?.body.text).toMatch(
      new RegExp(`Leave\nhttp\\S+${page.id}\n${line('Leave')}\n${line('Leave')}\n\n`),
    )
    expect(mail?.body.text).toMatch(new RegExp(`Hours\nhttp\\S+${other.id}\n${line('Hours')}\n\n`))
  })

  test('sends nothing if everything was read', async () => {
    const { author, page } = await givenReader()
    await givenNotification(author, page, { kind: 'comment' })

    await call(readAllNotifications, { as: author })
    await runAt(morning)

    expect(await textsTo(author)).toEqual([])
  })

  test('includes what is not in the application, and leaves out what was mailed immediately', async () => {
    const { author, page } = await givenReader()
    const types = { page_mention: { in_app: true, mail: 'at_once' as const } }
    await choose(author, { types: { ...types, page_comment: { in_app: false, mail: 'daily' } } })

    await givenNotification(author, page, { kind: 'comment' })
    await givenNotification(author, page)
    await choose(author, { defaults: { in_app: true, mail: 'daily' }, types: {} })
    await runAt(morning)

    const [atOnce, digest] = await textsTo(author)
    expect(atOnce).toContain('mentioned you')
    expect(digest).toContain('commented on')
    expect(digest).not.toContain('mentioned you')
  })

  test.each([true, false])(
    'leaves out what was turned off or muted meanwhile (in_app: %s)',
    async (in_app) => {
      const [off, muting] = [await givenReader(), await givenReader()]
      for (const { author, page } of [off, muting]) {
        await choose(author, { types: { page_comment: { in_app, mail: 'daily' } } })
        await givenNotification(author, page, { kind: 'comment', within: page.space_id })
      }

      await choose(off.author, { types: { page_comment: { in_app, mail: 'none' } } })
      await choose(muting.author, { muted: [{ type: 'wiki_space', id: muting.page.space_id }] })
      await runAt(morning)

      expect([await textsTo(off.author), await textsTo(muting.author)]).toEqual([[], []])
    },
  )

  test('leaves out what its reader may no longer see', async () => {
    const [author, reader] = [await signedIn(), await signedIn()]
    const space = await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] })
    const page = await givenPage(author, space)
    await givenNotification(reader, page, { kind: 'comment' })

    await call(updateSpace, { as: author, params: { id: space.id }, body: { members: [] } })
    await runAt(24)

    expect(await textsTo(reader)).toEqual([])
  })

  test('leaves no text behind in the rows that waited for it', async () => {
    const { author, page } = await givenReader()
    await choose(author, { types: { page_comment: { in_app: false, mail: 'daily' } } })
    const excerpt = `Words ${randomUUID()}`
    await givenNotification(author, page, { kind: 'comment', excerpt })
    const before = await itemsWith([excerpt])

    await runAt(morning)

    expect(before).toHaveLength(1)
    expect(await itemsWith([excerpt])).toEqual([])
  })

  test('shows 20 notifications and counts the others', async () => {
    const { author, page } = await givenReader()
    for (let i = 0; i < 23; i++) await givenNotification(author, page, { kind: 'comment' })

    await runAt(morning)

    const [text] = await textsTo(author)
    expect(text?.split('commented on')).toHaveLength(21)
    expect(text).toContain('And 3 more notifications.')
  })

  test('waits for the end of quiet hours', async () => {
    const { author, page } = await givenReader()
    await choose(author, { quiet_hours: { start: '22:00', end: '09:00' } })
    await givenNotification(author, page, { kind: 'comment' })

    await runAt(morning)
    const before = await textsTo(author)
    await runAt(morning + 1)

    expect([before, await textsTo(author)]).toEqual([[], [expect.any(String)]])
  })

  test('repeats nothing after a change of the time zone', async () => {
    const { author, page } = await givenReader()
    await givenNotification(author, page, { kind: 'comment' })
    await users.update(await users.get(author), { timezone: 'Europe/Berlin' })
    await runAt(morning)

    await givenNotification(author, page, { kind: 'comment' })
    await runAt(24)

    expect((await mailsTo(author.email)).map(({ subject }) => subject)).toEqual([
      'Your daily digest: 1 notification',
      'Your daily digest: 1 notification',
    ])
  })

  test('stops by its link, while immediate mails continue', async () => {
    const { author, page } = await givenReader()
    await givenNotification(author, page, { kind: 'comment' })
    await runAt(morning)

    const [, token] = /\?token=(\S+)/.exec((await textsTo(author))[0] ?? '') as unknown as [string, string]
    await call(unsubscribe, { query: { token } })

    vi.useRealTimers()
    const { body } = await call(readPreferences, { as: author })
    expect([body.defaults.mail, body.types.page_mention!.mail]).toEqual(['none', 'at_once'])
  })
})
