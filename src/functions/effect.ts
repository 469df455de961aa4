import * as z from '../platform/schema/schema.ts'

/** What a call of a function does to the platform, from the least to the most. */
export const Effect = z.enum(['read', 'write', 'sharing', 'destructive']).meta({
  id: 'FunctionEffect',
  description: 'Effect: it only reads, also changes, also gives others access, or also removes.',
})
export type Effect = z.output<typeof Effect>
