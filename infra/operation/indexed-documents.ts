import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { indexDocument } from '../../src/platform/search/index/index.ts'
import { indexed } from '../../src/platform/search/index/stored-document.ts'
import type { DocumentKey } from '../../src/platform/search/index/document.ts'
import type { Item } from '../../src/platform/table/operation.ts'
import { searchedTypes } from '#generated/resource-types.ts'
import { indexing } from '../../src/search/queues.ts'

/** Returns the key of the index document that an item contains; undefined for all other items. */
const findDocumentKey = ({ pk, sk, ...item }: Item): DocumentKey | undefined => {
  const { type = '', id = '' } = (item['summary'] ?? {}) as Partial<DocumentKey>
  const key = indexed.keyOf({ type, id })
  return key.pk === pk && key.sk === sk ? { type, id } : undefined
}

const isSearchedDocument = ({ type }: DocumentKey) => (searchedTypes as readonly string[]).includes(type)

/**
 * Enqueues the documents among these items for a comparison with their resources, which removes documents of deleted
 * resources. Removes documents of obsolete types and obsolete rows at once, and returns how many it removed.
 */
export const recheckDocuments = async (items: Item[]): Promise<number> => {
  const keys = items.flatMap((item) => findDocumentKey(item) ?? [])
  const orphans = keys.filter((key) => !isSearchedDocument(key))
  for (const key of orphans) await indexDocument(key, undefined)
  await sendToQueues(keys.filter(isSearchedDocument).map((key) => indexing.message(key)))
  return orphans.length
}
