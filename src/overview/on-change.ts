import { isDeepStrictEqual } from 'node:util'
import { fileVersions } from '../files/version/file-version.ts'
import { files } from '../files/file/file.ts'
import { onChange, type ChangeHandler } from '../platform/events/dispatcher.ts'
import { historyEntries, utcDay } from '../platform/history/entry.ts'
import type { Item } from '../platform/table/operation.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { scheduleCount } from './activity.ts'
import { countedChanges } from './queues.ts'
import { countedKinds, toTally, toTrashTally } from './tally.ts'

/** Counts resources of one entity again if a change of theirs changes the counts. */
const onCountedChange = (entityType: string): ChangeHandler => ({
  entityType,
  handle: async (before, after) => {
    const { pk, sk, summary } = (after ?? before) as Item
    if (isDeepStrictEqual(toTally(before), toTally(after))) return []
    return [countedChanges.message({ pk, sk, id: (summary as { id: string }).id })]
  },
})

export const changeHandlers = [
  ...Object.keys(countedKinds).map(onCountedChange),

  {
    entityType: trashEntries.name,
    handle: async (before, after) => {
      if (isDeepStrictEqual(toTrashTally(before), toTrashTally(after))) return []
      const { id, item } = trashEntries.read((after ?? before) as Item)
      const { pk, sk } = item as Item
      return [countedChanges.message({ pk, sk, id })]
    },
  } satisfies ChangeHandler,

  onChange(fileVersions, ({ before, after, record: { file_id: id } }) =>
    before && after ? [] : [countedChanges.message({ ...files.keyOf({ id }), id })],
  ),

  onChange(historyEntries, async ({ before, record }) => {
    if (!before) await scheduleCount(utcDay(record.at))
    return []
  }),
]
