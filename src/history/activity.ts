import { problemDocs } from '#docs'
import { historyEntries, type StoredHistoryEntry } from '../platform/history/entry.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import type { Reader } from '../platform/resource.ts'
import { historyOfType } from '../platform/history/history-registry.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { problem } from '../platform/runtime/problem.ts'
import { readList, type PageRequest } from '../platform/table/list/list.ts'
import { actionVerb } from '../platform/history/undo-rules.ts'
import { isForRole, isShown, presentEntries } from './presented-entry.ts'

/** Returns a page of entries, both as stored and as shown, in two round trips. */
const presentActivityPage = async (reader: Reader, { type, id }: ResourceRef, page: PageRequest) => {
  const sources = historyEntries.in('ofResource', { resource_type: type, resource_id: id })
  const { items, next_cursor } = await readList(sources, page, isForRole(reader))
  const entries = items as StoredHistoryEntry[]
  return { entries, shown: await presentEntries(entries), next_cursor }
}

export const resourceNotFound = problem('history.resource_not_found', 404, {
  wording: (type: string) => `The ${type.replaceAll('_', ' ')} does not exist.`,
  docs: problemDocs({
    meaning: 'The resource does not exist, or the caller may not see it.',
    example: ['resource'],
  }),
})

/**
 * Returns a page of the changes of a record, newest first, limited to those that the reader may see now. Throws 404 if
 * there is no such record or the reader may not see it. Takes two round trips; entries and permissions are loaded in
 * parallel.
 */
export const queryActivity = async (reader: Reader, ref: ResourceRef, page: PageRequest) => {
  const [[view], limits = {}, { entries, shown, next_cursor }] = await Promise.all([
    loadResources(reader, [ref]),
    historyOfType(ref.type).then((history) => history?.limitsOf?.(reader, ref.id)),
    presentActivityPage(reader, ref, page),
  ])
  const isDeleted = limits.seesDeleted && (entries.length > 0 || page.cursor !== undefined)
  if (!view && !isDeleted) throw resourceNotFound(ref.type)
  const [hidden, fixed] = [new Set(limits.hiddenFields), new Set(limits.fixedFields)]
  const isFixed = ({ object, action, changes }: (typeof shown)[number]) =>
    object.type === ref.type &&
    (limits.isReadOnly ||
      (limits.isUndeletable && ['created', 'restored'].includes(actionVerb({ action }))) ||
      changes.some(({ field }) => fixed.has(field)))
  const items = shown
    .filter((_, index) => isShown(reader, limits)(entries[index] as StoredHistoryEntry))
    .map((entry) => ({
      ...entry,
      can_undo: entry.can_undo && !isFixed(entry),
      changes: entry.changes.filter(({ field }) => !hidden.has(field)),
    }))
  return { items, next_cursor }
}
