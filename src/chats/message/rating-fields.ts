import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'

export const ratingValue = z
  .enum(['up', 'down'])
  .meta(docs('Rating of a reply: good or bad.', { examples: ['up'] }))

export const ratingComment = z
  .orNull(z.string().max(2_000))
  .meta(
    docs('Comment on the rating, visible only to the caller.', { examples: ['It quotes the right page.'] }),
  )

export const NewRating = z.strictObject({
  rating: ratingValue.nullable().meta(docs('The caller’s rating; null removes it.')),
  comment: ratingComment,
})
export type NewRating = z.output<typeof NewRating>
