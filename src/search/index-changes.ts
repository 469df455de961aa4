import { onChange, type ChangeHandler } from '../platform/events/dispatcher.ts'
import { searchDefinitionOf } from '../platform/resource-registry.ts'
import { toBatches } from '../platform/runtime/batches.ts'
import type { Outdated } from '../platform/search/definition.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { searchedTypes } from '#generated/resource-types.ts'
import { indexing } from './queues.ts'

/** Maximum number of IDs in one message, which SQS limits to 256 KiB. */
const maxIds = 1_000

const isSearchedType = (type: string) => (searchedTypes as readonly string[]).includes(type)

/**
 * Returns the messages for outdated documents. Many documents, such as the lessons of a course, share one message, so
 * that other messages get their turn.
 */
const messagesFor = (type: string, outdated: Outdated[], trashedWith: string[]) => {
  const about = { type, ...(trashedWith.length > 0 && { trashed_with: trashedWith }) }
  const ids = outdated.flatMap((one) => ('id' in one ? [one.id] : []))
  const containers = outdated.flatMap((one) => ('within' in one ? [one.within] : []))
  const [id] = ids
  return [
    ...containers.map((within) => indexing.message({ ...about, within })),
    ...(ids.length === 1 && id !== undefined
      ? [indexing.message({ ...about, id })]
      : toBatches(ids, maxIds).map((some) => indexing.message({ ...about, ids: some }))),
  ]
}

/**
 * Indexes a resource again when it leaves the trash: it was restored or permanently deleted, so its terms are no longer
 * retained.
 */
const trashHandler = onChange(trashEntries, ({ before, after }) =>
  before?.state === 'trashed' && after?.state !== 'trashed' && isSearchedType(before.type)
    ? [indexing.message({ type: before.type, id: before.id })]
    : [],
)

/**
 * Returns the handlers that enqueue a message for the documents that a change makes out of date. A worker reads and
 * writes these documents, so that notifications do not wait for indexing.
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
