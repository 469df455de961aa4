import { afterAll, expect, test } from 'vitest'
import { digestFor } from '../../src/notifications/mail/digest.ts'
import { notificationMails } from '../../src/notifications/mail/notification-mail.ts'
import { preferences } from '../../src/notifications/preferences.ts'
import { newId, idTime } from '../../src/platform/runtime/id.ts'
import { users } from '../../src/platform/identity/user.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { notifications } from '../../src/notifications/notification.ts'
import { unitsOf } from '../bench/units.ts'
import { givenOwnPage } from '../support/given.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { mailsTo } from '../support/mailbox.ts'

const { proxy, loaded, end } = await givenTableProxy(async () => ({
  ...(await import('../support/given-notification.ts')),
  ...(await import('../../src/notifications/workers/send-notification.ts')),
}))
afterAll(end)

/** Returns the table units that some work consumes. */
const unitsIn = async (work: () => Promise<unknown>) => {
  const before = proxy.calls.length
  proxy.countsCapacity = true
  await work()
  proxy.countsCapacity = false
  const { read, write } = unitsOf(proxy.calls.slice(before))
  return { read, write }
}

const send = ({ id: user_id }: { id: string }, id: string | undefined) =>
  loaded.sendNotification.work({ user_id, id })

// figures stated in infra/README.md
test('An immediate mail, a notification for the digest, and a digest of ten consume the documented units', async () => {
  const { author, page } = await givenOwnPage()
  const tell = (kind: 'mention' | 'comment') => loaded.givenNotification(author, page, { kind })

  const mention = await unitsIn(() => tell('mention'))
  const [notification] = await readAll(notifications.in('all', { user_id: author.id }))
  const sent = await unitsIn(() => send(author, notification?.id))
  const first = await unitsIn(() => tell('comment'))
  const second = await unitsIn(() => tell('comment'))
  for (let i = 0; i < 8; i++) await tell('comment')
  const user = await users.get(author)
  const { id } = digestFor(user, preferences.make({ user_id: author.id }), idTime(newId()))
  const digest = await unitsIn(() => send(author, id))

  expect(await mailsTo(author.email)).toHaveLength(2)
  expect((await notificationMails.find({ user_id: author.id, id }))?.done_at).not.toBeNull()
  expect({ mention, sent, first, second, digest }).toEqual({
    mention: { read: 2, write: 7 },
    sent: { read: 8, write: 3 },
    first: { read: 3, write: 6 },
    second: { read: 3, write: 2 },
    digest: { read: 20, write: 2 },
  })
})
