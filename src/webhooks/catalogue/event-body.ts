import * as z from '../../platform/schema/schema.ts'

/** Body of the request for an event. It contains no contents: a receiver reads these with a token. */
export const DeliveredEvent = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.object({
    id: z.string(),
    type: z.string(),
    version: z.int().nullable(),
    url: z.string().nullable(),
    api_url: z.string().nullable(),
    actor_id: z.string().nullable(),
    fields: z.array(z.string()),
  }),
})

export type DeliveredEvent = z.output<typeof DeliveredEvent>
