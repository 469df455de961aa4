import { Cursor, queue } from '../platform/events/queue.ts'
import * as z from '../platform/schema/schema.ts'

/** A document that is to be indexed anew. */
const OneDocument = z.object({ type: z.string(), id: z.string() })

/** The documents of a type within a container, of which `cursor` says how far the message is. */
const DocumentsWithin = z.object({ type: z.string(), within: z.string(), cursor: Cursor })

export const indexing = queue('search', z.union([OneDocument, DocumentsWithin]))
