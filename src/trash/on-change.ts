import { onChange, onSync } from '../platform/events/dispatcher.ts'
import { schedule } from '../platform/events/schedule.ts'
import { trashEntries, type StoredEntry } from '../platform/trash/entry.ts'
import { deletionEvents, entryWork } from './queues.ts'

/** End of an entry's time in the trash. */
const purges = schedule<StoredEntry>(({ id, state, purge_at }) =>
  state === 'trashed' ? [{ at: purge_at, message: entryWork.message({ id, purge_at }) }] : [],
)

/**
 * Returns true if an entry requires work: the descendants of its resource follow it, or everything of it is deleted.
 */
const hasWork = ({ state, is_whole }: StoredEntry) => state !== 'trashed' || !is_whole

/**
 * Returns the message that notifies people of a deletion; the wiki notifies them of pages, for each page deleted
 * together.
 */
const deletionMessages = ({ id, type, deleted_at }: StoredEntry) =>
  type === 'wiki_page' ? [] : [deletionEvents.message({ id, deleted_at })]

export const changeHandlers = [
  onSync(trashEntries, purges),

  onChange(trashEntries, ({ before, after }) => {
    const isNew = after && after.state !== before?.state
    return [
      ...(isNew && hasWork(after) ? [entryWork.message({ id: after.id })] : []),
      ...(after?.state === 'trashed' && !before ? deletionMessages(after) : []),
    ]
  }),
]
