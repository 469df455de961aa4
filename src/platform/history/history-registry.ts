import { historyDefinitions } from '#generated/history-definitions.ts'
import type { HistoryDefinition } from './definition.ts'
import type { ResourceHistory } from './resource-history.ts'
import type { UndoRules } from './undo-rules.ts'
import { readings } from '../identity/readings.ts'
import { trashEntries } from '../trash/entry.ts'
import type { ResourceRef } from '../resource-ref.ts'

/** What history tells of entries of the trash: that what was in them was deleted for good, by whom or by time. */
const trashHistory: HistoryDefinition = {
  entityType: trashEntries.name,
  type: 'trash_entry',
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

/** What history tells of readings: which thing was read, as `<type>.read`, to administrators alone. */
const readingHistory: HistoryDefinition = {
  entityType: readings.name,
  type: 'reading',
  hasActivity: false,
  isUnrecorded: false,
  changeOf: (before, after) => {
    if (before || !after) return undefined
    const { type, id } = readings.read(after)
    return { action: 'read', type, id, fields: [] }
  },
  subjectOf: (item) => {
    const { type, id } = readings.read(item)
    return { type, id }
  },
  audienceOf: () => 'admin',
  personOf: () => undefined,
}

/**
 * Those of all areas, by type. They are apart from the resources because most functions that ask for resources neither
 * tell what has changed nor take it back.
 */
const known: Readonly<Record<string, () => Promise<ResourceHistory>>> = historyDefinitions

/** What history tells of things of a type; nothing where it has none. */
export const historyOfType = async (type: string): Promise<ResourceHistory | undefined> => known[type]?.()

/** Returns true if the table holds a thing, regardless of who may see it. */
export const isStored = async ({ type, id }: ResourceRef): Promise<boolean> => {
  const history = await historyOfType(type)
  return (await history?.changes.find((one) => one.type === type)?.isStored?.(id)) ?? false
}

const loadAll = () => Promise.all(Object.values(known).map((load) => load()))

/** What of the changes can be taken back, by what history calls the things. */
export const loadUndoRules = async (): Promise<Map<string, UndoRules | undefined>> =>
  new Map((await loadAll()).flatMap(({ changes }) => changes.map(({ type, undo }) => [type, undo] as const)))

/** What history tells of the things of each entity that it knows, by the name that items give it. */
export const loadHistory = async (): Promise<Map<string, HistoryDefinition>> => {
  const ofResources = (await loadAll()).flatMap(({ changes }) => changes)
  const all = [trashHistory, readingHistory, ...ofResources]
  return new Map(all.map((definition) => [definition.entityType, definition]))
}
