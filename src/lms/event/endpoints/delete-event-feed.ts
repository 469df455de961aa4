import { endpoint } from '../../../platform/http/endpoint.ts'
import { eventFeeds } from '../../../calendar/event-feed.ts'

export const deleteEventFeed = endpoint('DELETE /lms/events/feed', {
  summary: 'Revoke the secret link to the caller’s calendar',
  success: 'The link is revoked, or did not exist.',
  isFunction: true,
  description:
    'From then on, calendar applications that use the link receive a 401. The request also succeeds if ' +
    'there is no link.',
  handle: ({ actor }) => eventFeeds.remove({ user_id: actor.id }),
})
