import { linkTo } from '../platform/resource.ts'
import { trashEntryType, type StoredEntry } from '../platform/trash/entry.ts'
import { notify } from './notify.ts'

/** The notifications of what was deleted, by the types of things. */
const typeOf = {
  wiki_page: 'page_deleted',
  wiki_space: 'space_deleted',
  course: 'course_deleted',
  project: 'project_deleted',
  task: 'task_deleted',
  file: 'file_deleted',
  assistant: 'assistant_deleted',
} as const

const hasNews = (type: string): type is keyof typeof typeOf => Object.hasOwn(typeOf, type)

/** Tells people who deleted what, with the way back: each once for an entry, and not who did it. */
export const notifyOfDeletion = async (user_ids: Iterable<string>, entry: StoredEntry): Promise<void> => {
  const { type, deleted_by, deleted_at } = entry
  if (!hasNews(type)) return
  const told = new Set(user_ids)
  told.delete(deleted_by.id)
  await notify([...told], {
    type: typeOf[type],
    params: { until: entry.purge_at },
    actor: deleted_by,
    resource: linkTo(trashEntryType, entry),
    within: entry.container_id ?? undefined,
    cause: `trash.deletion#${entry.id}#${deleted_at}`,
    at: deleted_at,
  })
}
