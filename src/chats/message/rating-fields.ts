import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'

export const ratingValue = z
  .enum(['up', 'down'])
  .meta(docs('Whether a reply is good or bad.', { examples: ['up'] }))

export const ratingComment = z
  .orNull(z.string().max(2_000))
  .meta(docs('Why; nobody else sees it.', { examples: ['It quotes the right page.'] }))

export const NewRating = z.strictObject({
  rating: ratingValue.nullable().meta(docs('The caller’s rating; null takes it back.')),
  comment: ratingComment,
})
export type NewRating = z.output<typeof NewRating>
