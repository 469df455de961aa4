import { scheduledMessages, scheduledRow } from '../platform/events/schedule.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import type { DocumentKey } from '../platform/search/index/document.ts'
import { hideThing } from '../platform/search/index/hidden-things.ts'
import { writeBatch } from '../platform/table/batch/batch-write.ts'
import { indexTermsRetainedUntil, trashEntries, type StoredEntry } from '../platform/trash/entry.ts'
import { indexing } from './queues.ts'

/** Returns the trash entry that contains a resource, by itself or with another one. */
const findEntry = async ({ type, id }: DocumentKey, trashedWith: string[]) => {
  const ids = [...new Set([id, ...trashedWith])]
  const entries = await trashEntries.findMany(ids.map((id) => ({ id })))
  return entries.find((entry) => entry?.state === 'trashed' && (entry.id !== id || entry.type === type))
}

/** Returns true if nobody may read the resource because the container that decides access is in the trash. */
const isUnreadable = async ({ type, id }: DocumentKey, entry: StoredEntry) =>
  entry.id !== id && (await searchDefinitionOf(type)).containerType === entry.type

/**
 * Hides and retains the index terms of a resource that is in the trash, by itself or with one of `trashedWith`, and
 * schedules their removal a day after the deletion. Returns false if the terms must be removed now.
 */
export const retainIndexTerms = async (key: DocumentKey, trashedWith: string[]): Promise<boolean> => {
  const entry = await findEntry(key, trashedWith)
  if (!entry) return false
  const end = indexTermsRetainedUntil(entry)
  if (end <= Date.now() || !((await isUnreadable(key, entry)) || (await hideThing(key)))) return false
  const message = indexing.message({ ...key, ...(entry.id !== key.id && { trashed_with: [entry.id] }) })
  const row = scheduledRow(`${key.type}#${key.id}`, new Date(end).toISOString(), message)
  await writeBatch([scheduledMessages.itemOf(row)], [])
  return true
}
