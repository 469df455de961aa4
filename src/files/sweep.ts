import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'

/** The queue of objects that may belong to nothing. */
export const looseObjectQueue = 'loose-objects'

export const LooseObject = z.object({ file_id: z.string(), object_id: z.string() })

export const toSweepObject = (file_id: string, object_id: string): Message => ({
  queue: looseObjectQueue,
  body: { file_id, object_id } satisfies z.input<typeof LooseObject>,
})
