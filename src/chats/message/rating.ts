import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { newestFirst, readList, type PageRequest } from '../../platform/table/list/list.ts'
import { messageSortKey, type StoredMessage } from './message.ts'
import { ratingComment, ratingValue } from './rating-fields.ts'

interface Rater {
  chat_id: string
  user_id: string
}

const ratingPrefix = (user_id: string) => `rating#${user_id}#`

/** A person's private rating of a reply: in the partition of the chat, sorted by person and then like the feed. */
export const ratings = entity({
  name: 'chats.rating',
  isInternal: true,
  schema: z.object({
    chat_id: z.string(),
    user_id: z.string(),
    number: z.int(),
    rating: ratingValue,
    comment: ratingComment,
    version: z.int(),
  }),
  key: ({ chat_id, user_id, number }: Rater & { number: number }) => ({
    pk: `chat#${chat_id}`,
    sk: ratingPrefix(user_id) + messageSortKey(number),
  }),
  lists: { ofChat: { partition: ({ chat_id }: Rater) => `chat#${chat_id}`, prefix: 'rating#' } },
})

export type StoredRating = ThingOf<typeof ratings>

export type Ratings = ReadonlyMap<number, StoredRating>

const byNumber = (found: (StoredRating | undefined)[]): Ratings =>
  new Map(found.flatMap((one) => (one ? [[one.number, one] as const] : [])))

/**
 * Returns a person's ratings on a page of the feed, read in parallel: the same number of rating rows from the same
 * position in the same order contains every rating of the page.
 */
export const queryRatings = async (
  rater: Rater,
  { cursor, limit }: PageRequest,
  order: 'newest first' | 'oldest first',
): Promise<Ratings> => {
  const prefix = ratingPrefix(rater.user_id)
  const sources = ratings.in('ofChat', rater).map((source) => ({ ...source, prefix }))
  const page = { limit, cursor: cursor && prefix + cursor }
  const { items } = await readList(order === 'newest first' ? newestFirst(sources) : sources, page)
  return byNumber(items)
}

/** Returns a person's ratings of these messages; no round trip if none of the messages is a reply. */
export const findRatings = async (rater: Rater, found: StoredMessage[]): Promise<Ratings> => {
  const replies = found.filter(({ role }) => role === 'assistant')
  return byNumber(await ratings.findMany(replies.map(({ number }) => ({ ...rater, number }))))
}
