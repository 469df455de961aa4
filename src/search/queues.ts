import { Cursor, messageKind } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'

/** IDs of trash entries that may contain the documents, if a record was removed. */
const TrashedWith = z.array(z.string()).optional()

/** A document to index again. */
const OneDocument = z.object({ type: z.string(), id: z.string(), trashed_with: TrashedWith })

/** Documents of a type to index one after another, followed by the remaining ones of a container if it names one. */
const SomeDocuments = z.object({
  type: z.string(),
  ids: z.array(z.string()),
  within: z.string().optional(),
  trashed_with: TrashedWith,
  cursor: Cursor,
})

/** Documents of a type within a container; `cursor` is the progress of the message. */
const DocumentsWithin = z.object({
  type: z.string(),
  within: z.string(),
  trashed_with: TrashedWith,
  cursor: Cursor,
})

export const indexing = messageKind('search', 'index', z.union([OneDocument, SomeDocuments, DocumentsWithin]))

/** A resource whose passages need embeddings, from a place on; `rounds` is the number of failed rounds of attempts. */
export const embedding = messageKind(
  'embeddings',
  'courses',
  z.object({ type: z.string(), id: z.string(), from: z.int().default(0), rounds: z.int().default(0) }),
)
