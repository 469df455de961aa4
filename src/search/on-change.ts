import type { ChangeHandler } from '../platform/events/dispatcher.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import { searchedTypes } from '../resource-types.ts'
import { indexing } from './queues.ts'

/**
 * What becomes of changes in the index: a message for each document that is out of date by then. The documents are
 * read and written by a worker, so nothing that tells people waits for words.
 */
export const loadChangeHandlers = async (): Promise<ChangeHandler[]> => {
  const definitions = await Promise.all(
    searchedTypes.map(async (type) => ({ type, ...(await searchDefinitionOf(type)) })),
  )
  return definitions.flatMap(({ type, triggers }) =>
    triggers.map(({ entityType, outdatedBy }) => ({
      entityType,
      handle: async (before, after) =>
        (await outdatedBy(before, after)).map((outdated) => indexing.message({ type, ...outdated })),
    })),
  )
}
