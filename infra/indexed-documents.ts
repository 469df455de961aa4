import { sendToQueues } from '../src/platform/events/sqs.ts'
import { indexDocument } from '../src/platform/search/index/index.ts'
import { indexed } from '../src/platform/search/index/stored-document.ts'
import type { DocumentKey } from '../src/platform/search/index/document.ts'
import type { Item } from '../src/platform/table/operation.ts'
import { searchedTypes } from '#generated/resource-types.ts'
import { indexing } from '../src/search/queues.ts'

/** What an item is the document of in the index; undefined for all others. */
const documentKeyOf = ({ pk, sk, ...item }: Item): DocumentKey | undefined => {
  const { type = '', id = '' } = (item['summary'] ?? {}) as Partial<DocumentKey>
  const key = indexed.keyOf({ type, id })
  return key.pk === pk && key.sk === sk ? { type, id } : undefined
}

const isSearched = ({ type }: DocumentKey) => (searchedTypes as readonly string[]).includes(type)

/**
 * Has the documents among these items compared with what they are made of, so that those of things that are gone go;
 * removes at once those of types that there are no more, and tells how many.
 */
export const recheckDocuments = async (items: Item[]): Promise<number> => {
  const keys = items.flatMap((item) => documentKeyOf(item) ?? [])
  const orphans = keys.filter((key) => !isSearched(key))
  for (const key of orphans) await indexDocument(key, undefined)
  await sendToQueues(keys.filter(isSearched).map((key) => indexing.message(key)))
  return orphans.length
}
