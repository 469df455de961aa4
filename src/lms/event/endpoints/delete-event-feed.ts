import { endpoint } from '../../../platform/http/endpoint.ts'
import { eventFeeds } from '../../../calendar/event-feed.ts'

export const deleteEventFeed = endpoint('DELETE /lms/events/feed', {
  summary: 'Revoke the secret link to the caller’s calendar',
  success: 'The link is revoked, or there was none.',
  isFunction: true,
  description:
    'Calendar applications that use the link get a 401 from then on. It also succeeds if there is no ' +
    'link.',
  handle: ({ actor }) => eventFeeds.remove({ user_id: actor.id }),
})
