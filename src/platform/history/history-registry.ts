import { historyDefinitions } from '#generated/history-definitions.ts'
import type { HistoryDefinition } from './definition.ts'
import type { ResourceHistory } from './resource-history.ts'
import type { UndoRules } from './undo-rules.ts'
import { privilegedReads } from '../identity/privileged-reads.ts'
import { trashEntries } from '../trash/entry.ts'
import type { ResourceRef } from '../resource-ref.ts'

/** History rules of trash entries: records permanent deletion, by a person or by expiry. */
const trashHistory: HistoryDefinition = {
  entityType: trashEntries.name,
  type: 'trash_entry',
  actions: [],
  fields: [],
  hasActivity: false,
  isUnrecorded: false,
  changeOf: (before, after) => {
    if (!before || !after) return undefined
    const { type, id, state } = trashEntries.read(after)
    const isPurged = state === 'purging' && trashEntries.read(before).state !== 'purging'
    return isPurged ? { action: 'purged', type, id, fields: [] } : undefined
  },
  subjectOf: (item) => {
    const { type, id } = trashEntries.read(item)
    return { type, id }
  },
  audienceOf: () => null,
  personOf: () => undefined,
}

/** History rules of reads: records each read as `<type>.read`, for administrators only. */
const readingHistory: HistoryDefinition = {
  entityType: privilegedReads.name,
  type: 'reading',
  actions: [],
  fields: [],
  hasActivity: false,
  isUnrecorded: false,
  changeOf: (before, after) => {
    if (before || !after) return undefined
    const { type, id } = privilegedReads.read(after)
    return { action: 'read', type, id, fields: [] }
  },
  subjectOf: (item) => {
    const { type, id } = privilegedReads.read(item)
    return { type, id }
  },
  audienceOf: () => 'admin',
  personOf: () => undefined,
}

/**
 * History of all kinds, by type. It is apart from the resources because most functions that load resources neither show
 * changes nor undo them.
 */
const known: Readonly<Record<string, () => Promise<ResourceHistory>>> = historyDefinitions

/** Returns the history of a type; undefined if the type has none. */
export const historyOfType = async (type: string): Promise<ResourceHistory | undefined> => known[type]?.()

/** Returns true if the table holds a record, regardless of permissions. */
export const isStored = async ({ type, id }: ResourceRef): Promise<boolean> => {
  const history = await historyOfType(type)
  return (await history?.changes.find((one) => one.type === type)?.isStored?.(id)) ?? false
}

const loadAll = () => Promise.all(Object.values(known).map((load) => load()))

/** Returns the undo rules of all history types. */
export const loadUndoRules = async (): Promise<Map<string, UndoRules | undefined>> =>
  new Map((await loadAll()).flatMap(({ changes }) => changes.map(({ type, undo }) => [type, undo] as const)))

/** Returns the history rules of all entities, by entity type. */
export const loadHistory = async (): Promise<Map<string, HistoryDefinition>> => {
  const ofResources = (await loadAll()).flatMap(({ changes }) => changes)
  const all = [trashHistory, readingHistory, ...ofResources]
  return new Map(all.map((definition) => [definition.entityType, definition]))
}
