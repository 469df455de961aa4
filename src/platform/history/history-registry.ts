import { historyDefinitions } from '#history-definitions'
import { trashHistory } from './trash-history.ts'
import type { HistoryDefinition } from './definition.ts'
import { readingHistory } from './reading.ts'
import type { ResourceHistory } from './resource-history.ts'
import type { UndoRules } from './undo-rules.ts'

/**
 * Those of all areas, by type. They are apart from the resources because most functions that ask for resources neither
 * tell what has changed nor take it back.
 */
const known: Readonly<Record<string, () => Promise<ResourceHistory>>> = historyDefinitions

/** What history tells of things of a type; nothing where it has none. */
export const historyOfType = async (type: string): Promise<ResourceHistory | undefined> => known[type]?.()

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
