import * as z from '../../platform/schema/schema.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import type { StoredPage } from './page.ts'
import type { subscriptions } from './subscription.ts'

type Subscription = ThingOf<typeof subscriptions>

/**
 * That a page is in a listing: of a tag, of who wrote it, of who follows it, of a status; the newest page first. A row
 * says nothing that an edit of the page changes, so that an edit writes none; `space_id` is where the page was when the
 * row was written. Follows by the table's stream.
 */
export const listedPages = entity({
  name: 'wiki.listed_page',
  isInternal: true,
  schema: z.object({ listing: z.string(), page_id: z.string(), space_id: z.string().nullable() }),
  key: ({ listing, page_id }: { listing: string; page_id: string }) => ({
    pk: `pages#${listing}`,
    sk: page_id,
  }),
  lists: {
    of: { partition: ({ listing }: { listing: string }) => `pages#${listing}`, order: 'descending' },
  },
})

const rowsIn = (listings: string[], page_id: string, space_id: string | null) =>
  new Map(listings.map((listing) => [listing, { listing, page_id, space_id }]))

const listingsOf = ({ tags, author, status }: StoredPage) => [
  ...tags.map((tag) => `tag#${tag}`),
  `author#${author.id}`,
  ...(status === 'published' ? [] : [`status#${status}`]),
]

export const listedRows = derivedRows(listedPages, (page: StoredPage | undefined) =>
  page ? rowsIn(listingsOf(page), page.id, page.space_id) : rowsIn([], '', null),
)

/** The row of a subscription, under who follows the page. */
export const followedRows = derivedRows(listedPages, (subscription: Subscription | undefined) =>
  subscription
    ? rowsIn([`subscriber#${subscription.user_id}`], subscription.page_id, subscription.space_id)
    : rowsIn([], '', null),
)
