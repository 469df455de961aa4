import { linkTo } from '../platform/resource.ts'
import { trashEntryType, type StoredEntry } from '../platform/trash/entry.ts'
import { notify } from './notify.ts'
import type { Considered } from './outcome.ts'

const typeOf = {
  wiki_page: 'page_deleted',
  wiki_space: 'space_deleted',
  course: 'course_deleted',
  project: 'project_deleted',
  task: 'task_deleted',
  file: 'file_deleted',
  assistant: 'assistant_deleted',
} as const

const isNotified = (type: string): type is keyof typeof typeOf => Object.hasOwn(typeOf, type)

/**
 * Notifies people of a deletion, with a link to restore it: once per trash entry, and not the person who deleted it.
 */
export const notifyOfDeletion = async (
  user_ids: string[],
  entry: StoredEntry,
  considered: Considered = {},
): Promise<void> => {
  const { type, deleted_by, deleted_at } = entry
  if (!isNotified(type)) return
  const recipients = new Set(user_ids)
  recipients.delete(deleted_by.id)
  const event = {
    type: typeOf[type],
    params: { until: entry.purge_at },
    actor: deleted_by,
    resource: linkTo(trashEntryType, entry),
    within: entry.container_id ?? undefined,
    cause: `trash.deletion#${entry.id}#${deleted_at}`,
    at: deleted_at,
  }
  await notify([...recipients], event, { ...considered, own_action: user_ids })
}
