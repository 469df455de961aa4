import {
  ensureRatingCounts,
  findRatingCounts,
  toCountRatings,
} from '../../assistants/assistant/rating-counts.ts'
import { assistants } from '../../assistants/assistant/assistant.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { loadRatedMessage } from './feed.ts'
import type { NewRating } from './rating-fields.ts'
import { ratings, type StoredRating } from './rating.ts'
import { requireStatus } from './reply-status.ts'

type Rating = StoredRating['rating']

/** Returns the changes of the rating counts by a change of one rating; undefined if there are none. */
const addedBy = (before: Rating | null, after: Rating | null) =>
  before === after ? undefined : { ...(before && { [before]: -1 }), ...(after && { [after]: 1 }) }

/** Returns the write that adds to the assistant's rating counts; none if the assistant was deleted. */
const toCountRating = async (
  assistant_id: string,
  added: ReturnType<typeof addedBy>,
): Promise<Operation[]> => {
  if (!added) return []
  const [assistant, counts] = await Promise.all([
    assistants.find({ id: assistant_id }),
    findRatingCounts(assistant_id),
  ])
  if (!assistant) return []
  if (!counts) await ensureRatingCounts(assistant_id)
  return [toCountRatings(assistant_id, added)]
}

/**
 * Sets or removes the caller's rating of a completed reply; the owner of the assistant sees the counts. Throws 404 if
 * the caller is not a participant, 409, 422.
 */
export const rateReply = async (
  actor: Actor,
  chat_id: string,
  id: string,
  { rating, comment }: NewRating,
) => {
  if (rating === null && comment !== null) throw invalid('comment', 'must be null if "rating" is null')
  return retryOnConflict(async () => {
    const { message, rating: before } = await loadRatedMessage(actor, chat_id, id)
    requireStatus(message, ['completed'])
    const counting = await toCountRating(message.author.id, addedBy(before?.rating ?? null, rating))
    const key = { chat_id, user_id: actor.id, number: message.number }
    if (rating === null) {
      if (before) await transact([ratings.toRemoveRead(before, []), ...counting])
      return { message, rating: undefined }
    }
    const after = ratings.make({ ...key, rating, comment })
    const update = before && ratings.toUpdate(before, { rating, comment })
    if (!update?.isSame) await transact([update ?? ratings.toCreate(after), ...counting])
    return { message, rating: after }
  })
}
