import { isDeepStrictEqual } from 'node:util'
import { fileVersions } from '../files/version/file-version.ts'
import { files } from '../files/file/file.ts'
import { onChange, type ChangeHandler } from '../platform/events/dispatcher.ts'
import { historyEntries, utcDay } from '../platform/history/entry.ts'
import type { Item } from '../platform/table/operation.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { scheduleCount } from './activity.ts'
import { countedChanges } from './queues.ts'
import type { CountedKey } from './resource-counts.ts'
import { countedKinds, toTally, toTrashTally, type Tally } from './tally.ts'

/** Handler that counts the resource at a key again if a change of an item changes what the item adds to the counts. */
const onTally = (
  entityType: string,
  tallyOf: (item: Item | undefined) => Tally | undefined,
  keyOf: (item: Item) => CountedKey,
): ChangeHandler => ({
  entityType,
  handle: async (before, after) =>
    isDeepStrictEqual(tallyOf(before), tallyOf(after))
      ? []
      : [countedChanges.message(keyOf((after ?? before) as Item))],
})

export const changeHandlers = [
  ...Object.keys(countedKinds).map((entityType) =>
    onTally(entityType, toTally, ({ pk, sk, summary }) => ({ pk, sk, id: (summary as { id: string }).id })),
  ),

  onTally(trashEntries.name, toTrashTally, (entryItem) => {
    const { id, item } = trashEntries.read(entryItem)
    const { pk, sk } = item as Item
    return { pk, sk, id }
  }),

  onChange(fileVersions, ({ before, after, record: { file_id: id } }) =>
    before && after ? [] : [countedChanges.message({ ...files.keyOf({ id }), id })],
  ),

  onChange(historyEntries, async ({ before, record }) => {
    if (!before) await scheduleCount(utcDay(record.at))
    return []
  }),
]
