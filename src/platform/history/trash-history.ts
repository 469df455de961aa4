import type { HistoryDefinition } from './definition.ts'
import type { Item } from '../table/operation.ts'
import { trashEntries } from '../trash/entry.ts'

const entryOf = (item: Item) => trashEntries.read(item)

/** What history tells of entries of the trash: that what lay in them was deleted for good, by whom or by time. */
export const trashHistory: HistoryDefinition = {
  entityType: trashEntries.name,
  type: 'trash_entry',
  hasActivity: false,
  isUnrecorded: false,
  changeOf: (before, after) => {
    if (!before || !after) return undefined
    const { type, id, state } = entryOf(after)
    const isPurged = state === 'purging' && entryOf(before).state !== 'purging'
    return isPurged ? { action: 'purged', type, id, fields: [] } : undefined
  },
  subjectOf: (item) => {
    const { type, id } = entryOf(item)
    return { type, id }
  },
  audienceOf: () => null,
  personOf: () => undefined,
}
