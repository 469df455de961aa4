import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyBelow } from '../../platform/table/entity.ts'
import { answeredId, timestamp } from '../../platform/schema/fields.ts'
import { pages } from './page.ts'

export const Subscription = z.described(
  docs('A subscription to the revisions of a page, except minor revisions.', { id: 'WikiPageSubscription' }),
  {
    page_id: answeredId.meta(docs('ID of the page.')),
    user_id: answeredId.meta(docs('ID of the subscriber.')),
    created_at: timestamp.meta(docs('Time of the subscription.')),
  },
)

/**
 * Subscriptions to a page. Subscribers are notified of revisions with a number above `since`, the newest revision when
 * the subscription began; 0 for the author, whose subscription is created with the page. `space_id` is the space of the
 * page at that time.
 */
export const subscriptions = entity({
  name: 'wiki.subscription',
  schema: Subscription.extend({ since: z.int(), space_id: z.orNull(z.string()) }),
  ...keyBelow('page_id', pages, 'subscription', ({ user_id }: { user_id: string }) => user_id),
})
