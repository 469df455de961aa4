import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'

/** Effect of a call on the platform, from the least to the most severe. */
export const FunctionEffect = z.enum(['read', 'write', 'sharing', 'destructive']).meta(
  docs('Effect: it only reads, also changes, also gives others access, or also removes.', {
    id: 'FunctionEffect',
  }),
)
export type FunctionEffect = z.output<typeof FunctionEffect>
