import * as z from '../../../platform/schema/schema.ts'
import { derivedRows } from '../../../platform/table/derived-rows.ts'
import { entity, type ThingOf } from '../../../platform/table/entity.ts'
import type { StoredPage } from '../page.ts'
import type { subscriptions } from '../subscription.ts'

type Subscription = ThingOf<typeof subscriptions>

/**
 * Index rows of pages by tag, author, subscriber or status, newest page first. Edits of a page write no row, because a
 * row holds no editable field. `space_id` is the space of the page when the row was written. The table's stream keeps
 * the rows in sync.
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

const listingRows = (listings: string[], page_id: string, space_id: string | null) =>
  new Map(listings.map((listing) => [listing, { listing, page_id, space_id }]))

/** Returns the listing of the drafts of a space, or of all spaces. */
export const draftListing = (space_id?: string): string =>
  space_id === undefined ? 'status#draft' : `drafts#${space_id}`

const pageListings = ({ space_id, tags, author, status }: StoredPage) => [
  ...tags.map((tag) => `tag#${tag}`),
  `author#${author.id}`,
  ...(status === 'archived' ? ['status#archived'] : []),
  ...(status === 'draft' ? [draftListing(), draftListing(space_id)] : []),
]

export const listedRows = derivedRows(listedPages, (page: StoredPage | undefined) =>
  page ? listingRows(pageListings(page), page.id, page.space_id) : listingRows([], '', null),
)

/** Index row of a subscription, listed under the subscriber. */
export const followedRows = derivedRows(listedPages, (subscription: Subscription | undefined) =>
  subscription
    ? listingRows([`subscriber#${subscription.user_id}`], subscription.page_id, subscription.space_id)
    : listingRows([], '', null),
)
