import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { countOf, listOf, listQuery, queryBoolean } from '../../platform/schema/fields.ts'
import { queryInbox } from '../inbox.ts'
import { Notification, NotificationType } from '../notification.ts'

export const listNotifications = endpoint('GET /lms/notifications', {
  summary: 'List the caller’s notifications, newest first',
  isFunction: true,
  description: 'They are kept for 180 days. `unread_count` counts those of the whole list, not of the page.',
  query: listQuery({
    unread: queryBoolean.optional().meta(docs('`true`: only unread notifications.')),
    type: NotificationType.optional(),
  }),
  response: listOf(Notification).extend({
    unread_count: countOf('Number of unread notifications'),
  }),
  handle: ({ actor, query }) => queryInbox(actor.id, query),
})
