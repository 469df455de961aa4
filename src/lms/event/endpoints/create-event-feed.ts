import { docs } from '#docs'
import * as z from '../../../platform/schema/schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { endpointUrl } from '../../../platform/http/link.ts'
import { users } from '../../../platform/identity/user.ts'
import { writeOnce } from '../../../platform/table/table.ts'
import { eventFeeds, feedPath, newFeed } from '../../../calendar/event-feed.ts'

export const createEventFeed = endpoint('POST /lms/events/feed', {
  summary: 'Create a secret link to the caller’s calendar',
  success: 'The new link, shown only once.',
  isFunction: true,
  description:
    'Calendar applications read the calendar as iCalendar. A new link revokes the previous one, and so ' +
    'does deactivating the account. A link created with an access token ends with that token.',
  effect: 'destructive',
  status: 201,
  response: z.object({
    url: z
      .url()
      .nullable()
      .meta(
        docs(
          'The link. Anyone who has the link can read the calendar. It is shown only once; null if the request ' +
            'is repeated.',
        ),
      ),
  }),
  shownOnce: ['url'],
  // never users.user_not_found: sessions are deleted before their person
  handle: async ({ actor }) => {
    const { token, feed } = newFeed(await users.get(actor), actor.token_id)
    await writeOnce(eventFeeds.toPut(feed))
    return { url: `${endpointUrl(feedPath, {})}?token=${token}` }
  },
})
