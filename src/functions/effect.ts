import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'

/** Effect of a call on the platform, from the least to the most severe. */
export const FunctionEffect = z.enum(['read', 'write', 'sharing', 'destructive']).meta(
  docs('Effect of the function: reads, also changes, also grants access, or also deletes.', {
    id: 'FunctionEffect',
  }),
)
export type FunctionEffect = z.output<typeof FunctionEffect>
