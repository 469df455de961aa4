import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readAllNotifications } from '../../src/notifications/endpoints/read-all-notifications.ts'
import { notificationMails } from '../../src/notifications/mail/notification-mail.ts'
import { limitImmediateMails } from '../../src/notifications/mail/mail-count.ts'
import { loadRecipients } from '../../src/notifications/mail/recipients.ts'
import { sendScheduled } from '../../src/platform/events/scheduler.ts'
import { newId, idTime } from '../../src/platform/runtime/id.ts'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { call } from '../support/call.ts'
import { choose, givenNotification } from '../support/given-notification.ts'
import { givenOwnPage } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const hour = 3_600_000

const travel = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })

// in the middle of an hour, and later than all IDs, which never go back
beforeEach(() => void travel((Math.ceil(idTime(newId()) / hour) + 0.5) * hour))
afterEach(() => void vi.useRealTimers())

/** Creates a person who has caused 199 mails in this hour. */
const givenWriter = async () => {
  const { id, name } = await signedIn({ name: 'Bob Brown' })
  const [one] = await loadRecipients([id], { type: 'page_mention', resource: null }, Date.now(), true)
  await limitImmediateMails(
    Array.from({ length: 199 }, () => one as NonNullable<typeof one>),
    { id, name },
  )
  return { id, name }
}

/** Travels to the time of a person's digest, and sends it. */
const travelToDigest = async ({ id: user_id }: SignedIn) => {
  const [digest] = await readAll(notificationMails.in('digests', { user_id }))
  travel(Date.parse(digest?.send_at as string) + 60_000)
  await inRequest({ requestId: '1', confirmSession: noSession }, async () => sendScheduled())
  await settle()
}

const textsTo = async ({ email }: SignedIn) => (await mailsTo(email)).map(({ body }) => body.text)

describe('Person who has caused 200 mails in an hour', () => {
  test.each([true, false])(
    'causes no further immediate mails; the next digest includes them (in_app: %s)',
    async (in_app) => {
      const [actor, first, second] = [await givenWriter(), await givenOwnPage(), await givenOwnPage()]
      await choose(second.author, { types: { page_mention: { in_app, mail: 'at_once' } } })

      for (const { author, page } of [first, second]) await givenNotification(author, page, { actor })
      await settle()
      const atOnce = [await textsTo(first.author), await textsTo(second.author)]
      await travelToDigest(second.author)

      expect(atOnce).toEqual([[expect.stringContaining('Bob Brown mentioned you')], []])
      expect(await textsTo(second.author)).toEqual([expect.stringContaining('Bob Brown mentioned you')])
    },
  )

  test('still causes notifications, and no mail of those that were read', async () => {
    const [actor, { author, page }] = [await givenWriter(), await givenOwnPage()]

    for (let i = 0; i < 2; i++) await givenNotification(author, page, { actor })
    await settle()
    const { items } = (await call(listNotifications, { as: author })).body
    await call(readAllNotifications, { as: author })
    await travelToDigest(author)

    expect(items).toHaveLength(2)
    expect(await textsTo(author)).toHaveLength(1)
  })
})
