import * as z from '../platform/schema/schema.ts'

/** What a call of a function does to the platform. */
export const Effect = z
  .enum(['read', 'write', 'destructive'])
  .meta({ description: 'Effect: it only reads, also changes, or also removes.' })
export type Effect = z.output<typeof Effect>
