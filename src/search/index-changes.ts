import { onChange, type ChangeHandler } from '../platform/events/dispatcher.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import { batchesOf } from '../platform/runtime/batches.ts'
import type { Outdated } from '../platform/search/definition.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { searchedTypes } from '#generated/resource-types.ts'
import { indexing } from './queues.ts'

/** How many ids are in one message, which SQS limits to 256 KiB. */
const maxIds = 1_000

const isSearched = (type: string) => (searchedTypes as readonly string[]).includes(type)

/** What many documents follow from, such as lessons of a course, is one message: others have their turn among them. */
const messagesFor = (type: string, outdated: Outdated[], trashedWith: string[]) => {
  const about = { type, ...(trashedWith.length > 0 && { trashed_with: trashedWith }) }
  const ids = outdated.flatMap((one) => ('id' in one ? [one.id] : []))
  const containers = outdated.flatMap((one) => ('within' in one ? [one.within] : []))
  const [id] = ids
  return [
    ...containers.map((within) => indexing.message({ ...about, within })),
    ...(ids.length === 1 && id !== undefined
      ? [indexing.message({ ...about, id })]
      : batchesOf(ids, maxIds).map((some) => indexing.message({ ...about, ids: some }))),
  ]
}

/** What is in the trash no longer has words to be kept: it has come back, or is gone for good. */
const trashHandler = onChange(trashEntries, ({ before, after }) =>
  before?.state === 'trashed' && after?.state !== 'trashed' && isSearched(before.type)
    ? [indexing.message({ type: before.type, id: before.id })]
    : [],
)

/**
 * What becomes of changes in the index: a message for the documents that are out of date. The documents are
 * read and written by a worker, so nothing that tells people waits for words.
 */
export const loadChangeHandlers = async (): Promise<ChangeHandler[]> => {
  const definitions = await Promise.all(
    searchedTypes.map(async (type) => ({ type, ...(await searchDefinitionOf(type)) })),
  )
  const changes = definitions.flatMap(({ type, triggers }) =>
    triggers.map(({ entityType, outdatedBy, trashedWith }): ChangeHandler => ({
      entityType,
      handle: async (before, after) =>
        messagesFor(type, await outdatedBy(before, after), before && !after ? trashedWith(before) : []),
    })),
  )
  return [...changes, trashHandler]
}
