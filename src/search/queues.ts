import { Cursor, messageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** The ids of what the documents may be in the trash with, since something was removed. */
const TrashedWith = z.array(z.string()).optional()

/** A document that is to be indexed again. */
const OneDocument = z.object({ type: z.string(), id: z.string(), trashed_with: TrashedWith })

/** Documents of a type, one after the other; behind them those that a container has more, where it names one. */
const SomeDocuments = z.object({
  type: z.string(),
  ids: z.array(z.string()),
  within: z.string().optional(),
  trashed_with: TrashedWith,
  cursor: Cursor,
})

/** The documents of a type within a container; `cursor` says how far the message is. */
const DocumentsWithin = z.object({
  type: z.string(),
  within: z.string(),
  trashed_with: TrashedWith,
  cursor: Cursor,
})

export const indexing = messageKind('search', 'index', z.union([OneDocument, SomeDocuments, DocumentsWithin]))

/** A thing whose passages are to have embeddings, from a place on; `rounds` of all attempts have failed. */
export const embedding = messageKind(
  'embeddings',
  'courses',
  z.object({ type: z.string(), id: z.string(), from: z.int().default(0), rounds: z.int().default(0) }),
)
