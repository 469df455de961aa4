import { notifications } from '../../src/notifications/notification.ts'
import { notificationMails } from '../../src/notifications/mail/notification-mail.ts'
import { hashSecret, newSecret } from '../../src/platform/runtime/secret.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { store } from './filling.ts'
import type { Scenario } from './scenarios.ts'

/** Creates the token of an email that a person received. */
const givenMailToken = async (): Promise<string> => {
  const { id: user_id } = await signedIn()
  const secret = newSecret()
  const mail = { user_id, type: 'page_updated', notice: null, in_app: true, hashes: [hashSecret(secret)] }
  const { id } = await notificationMails.create(notificationMails.make(mail))
  return `${user_id}.${id}.${secret}`
}

/** Number of items, more than a page contains. */
const maxItems = 60

export const notificationScenarios: Scenario[] = [
  {
    endpoint: 'lms-list-notifications',
    trips: 1,
    given: async () => {
      const as = await signedIn()
      const params = { comment: 'A page has changed' }
      const one = () => notifications.make({ user_id: as.id, type: 'page_updated', params })
      await store(Array.from({ length: maxItems }, () => notifications.toCreate(one())))
      return () => ({ as })
    },
  },
  {
    endpoint: 'lms-read-preferences',
    trips: 1,
    given: async () => {
      const as = await signedIn()
      return () => ({ as })
    },
  },
  {
    endpoint: 'lms-update-preferences',
    of: 'muted',
    trips: 3,
    exception: { trips: 4, because: 'which things are muted for the first time follows from what is stored' },
    given: async () => {
      const { author: as, page } = await givenOwnPage()
      let calls = 0
      return () => ({
        as,
        body: {
          muted: [{ type: 'wiki_page', id: page.id }],
          quiet_hours: { start: '22:00', end: `${10 + (calls++ % 10)}:00` },
        },
      })
    },
  },
  {
    endpoint: 'lms-read-unsubscribe-page',
    trips: 1,
    given: async () => {
      const query = { token: await givenMailToken() }
      return () => ({ query })
    },
  },
  {
    endpoint: 'lms-unsubscribe',
    trips: 3,
    given: async () => {
      const query = { token: await givenMailToken() }
      return () => ({ query })
    },
  },
]
