import { notifications } from '../../src/notifications/notification.ts'
import { signedIn } from '../support/people.ts'
import { store } from './filling.ts'
import type { Scenario } from './scenarios.ts'

/** More than a page shows. */
const maxItems = 60

/** What people are told. */
export const notificationScenarios: Scenario[] = [
  {
    endpoint: 'lms-list-notifications',
    trips: 1,
    given: async () => {
      const as = await signedIn()
      const one = () =>
        notifications.make({ user_id: as.id, type: 'page_updated', title: 'A page has changed' })
      await store(Array.from({ length: maxItems }, () => notifications.toCreate(one())))
      return () => ({ as })
    },
  },
]
