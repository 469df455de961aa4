import { queue } from '../platform/events/queue.ts'
import * as z from '../platform/schema/schema.ts'

/** Objects that may belong to no file any more. */
export const sweeps = queue('loose-objects', z.object({ file_id: z.string(), object_id: z.string() }))
