import { trashHistory } from '../trash/history.ts'
import type { HistoryDefinition } from './definition.ts'
import { readingHistory } from './reading.ts'
import type { ResourceHistory } from './resource-history.ts'
import type { UndoDefinition } from './undo-definition.ts'

type Definitions = Readonly<Record<string, () => Promise<ResourceHistory>>>

let provided: Definitions | undefined

/**
 * Says of what there is a history (src/history-definitions.ts), as `provideResources` says which resources there are.
 * It stands apart, since most functions that ask for resources neither tell what has changed nor take it back.
 */
export const provideHistory = (definitions: Definitions): void => {
  provided = definitions
}

/** All that was provided; throws an Error when nothing was, which is a mistake of ours: who may see what is in it. */
const definitions = (): Definitions => {
  if (!provided) throw new Error('The history of things was not provided.')
  return provided
}

/** What history tells of things of a type; nothing where it has none. */
export const historyOfType = async (type: string): Promise<ResourceHistory | undefined> =>
  definitions()[type]?.()

const loadAll = () => Promise.all(Object.values(definitions()).map((load) => load()))

/** How changes are taken back, by what history calls the things. */
export const loadUndo = async (): Promise<Map<string, UndoDefinition>> =>
  new Map((await loadAll()).flatMap(({ undo = [] }) => undo.map((one) => [one.type, one] as const)))

/** What history tells of the things of each entity that it knows, by the name that items give it. */
export const loadHistory = async (): Promise<Map<string, HistoryDefinition>> => {
  const ofResources = (await loadAll()).flatMap(({ changes }) => changes)
  const all = [trashHistory, readingHistory, ...ofResources]
  return new Map(all.map((definition) => [definition.entityType, definition]))
}
