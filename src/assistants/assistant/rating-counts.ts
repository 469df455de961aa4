import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'

export const RatingCounts = z.described(
  docs('Ratings of the replies of an assistant.', { id: 'AssistantRatings' }),
  {
    up: z
      .int()
      .min(0)
      .default(0)
      .meta(docs('Replies that people found good.', { examples: [12] })),
    down: z
      .int()
      .min(0)
      .default(0)
      .meta(docs('Replies that people found bad.', { examples: [1] })),
  },
)

/**
 * Rating counts of an assistant, in an item of their own so that ratings neither change the assistant nor conflict with
 * its changes. Created with the first rating; the transaction of each rating changes the counts.
 */
const ratingCounts = entity({
  name: 'assistants.rating_counts',
  isInternal: true,
  schema: RatingCounts.extend({ assistant_id: z.string() }),
  key: ({ assistant_id }: { assistant_id: string }) => ({ pk: `assistant#${assistant_id}`, sk: 'ratings' }),
  counters: ['up', 'down'],
})

type StoredCounts = ThingOf<typeof ratingCounts>

/** Returns the counts of an assistant; undefined before its first rating. */
export const findRatingCounts = (assistant_id: string): Promise<StoredCounts | undefined> =>
  ratingCounts.find({ assistant_id })

/** Creates counts of zero unless counts exist. */
export const ensureRatingCounts = (assistant_id: string): Promise<boolean> =>
  ratingCounts.ensure(ratingCounts.make({ assistant_id }))

/** Returns the write that adds to the existing counts of an assistant, for a transaction. */
export const toCountRatings = (assistant_id: string, added: { up?: number; down?: number }): Operation =>
  ratingCounts.toAddAll({ assistant_id }, added)

export const toRemoveRatingCounts = (assistant_id: string): Operation =>
  ratingCounts.toRemove({ assistant_id })
