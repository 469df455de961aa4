import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { countSchema } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryBoolean, queryValues } from '../../platform/schema/list-fields.ts'
import { queryInbox } from '../inbox.ts'
import { Notification, NotificationType } from '../notification.ts'

export const listNotifications = endpoint('GET /lms/notifications', {
  summary: 'List the caller’s notifications, newest first',
  isFunction: true,
  description:
    'Notifications are kept for 180 days. `unread_count` counts all notifications, not only those of the ' +
    'page. Requests with `If-None-Match` may be sent as often as every ten seconds.',
  query: listQuery({
    unread: queryBoolean.optional().meta(docs('`true`: only unread notifications.')),
    type: queryValues(NotificationType).optional().meta(docs('Only notifications of these types.')),
  }),
  response: listOf(Notification).extend({ unread_count: countSchema('Number of unread notifications') }),
  cacheable: true,
  handle: ({ actor, query }) => queryInbox(actor.id, query),
})
