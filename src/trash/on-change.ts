import { onChange } from '../platform/events/dispatcher.ts'
import { schedule } from '../platform/events/schedule.ts'
import { trashEntries, type StoredEntry } from '../platform/trash/entry.ts'
import { deletionNews, entryWork } from './queues.ts'

/** The end of a thing's time in the trash. */
const purges = schedule<StoredEntry>(({ id, state, purge_at }) =>
  state === 'trashed' ? [{ at: purge_at, message: entryWork.message({ id, purge_at }) }] : [],
)

/** Whether something follows from an entry: what is below its thing is moved after it, or all of it is removed. */
const hasWork = ({ state, is_whole }: StoredEntry) => state !== 'trashed' || !is_whole

/** A deletion that is to be told; those of pages are by the wiki, for each page that went along. */
const newsOf = ({ id, type, deleted_at }: StoredEntry) =>
  type === 'wiki_page' ? [] : [deletionNews.message({ id, deleted_at })]

export const changeHandlers = [
  onChange(trashEntries, async ({ before, after }) => {
    const { id } = (after ?? before) as StoredEntry
    const late = await purges.sync(before, after, () => trashEntries.find({ id }))
    const isNew = after && after.state !== before?.state
    return [
      ...late,
      ...(isNew && hasWork(after) ? [entryWork.message({ id })] : []),
      ...(after?.state === 'trashed' && !before ? newsOf(after) : []),
    ]
  }),
]
