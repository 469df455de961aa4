import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { answeredArray, countSchema } from '../platform/schema/fields.ts'
import { homeItems } from '../platform/schema/list-fields.ts'
import type { PageRequest } from '../platform/table/list/list.ts'
import { queryInbox } from './inbox.ts'
import { Notification } from './notification.ts'

export const HomeNotifications = z.described(
  docs('Notifications of the caller.', { id: 'HomeNotifications' }),
  {
    unread: countSchema('Number of unread notifications'),
    items: answeredArray(Notification, homeItems).meta(docs(`The ${homeItems} newest notifications.`)),
  },
)

/** Returns the caller's notifications for the home screen; one round trip. */
export const readHomeNotifications = async ({ id }: Actor, page: PageRequest) => {
  const { unread_count, items } = await queryInbox(id, page)
  return { unread: unread_count, items }
}
