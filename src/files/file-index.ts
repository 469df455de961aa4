import { memberIds } from '../platform/identity/members.ts'
import { indexDocument } from '../platform/search/index.ts'
import type { StoredFile } from './file.ts'

/** The scope of the words by which somebody finds their own files and those that are shared with them. */
export const fileSearchScope = (user_id: string): string => `files.file#${user_id}`

const readerIds = (file: StoredFile | undefined) =>
  file?.status === 'ready' ? [file.owner.id, ...memberIds(file.grants)] : []

/**
 * Makes a file findable by its name for those who may read it, as it is after a change, and for nobody else
 * any more.
 */
export const indexFile = async (
  before: StoredFile | undefined,
  after: StoredFile | undefined,
): Promise<void> => {
  const present = readerIds(after)
  if (after && before?.name === after.name && readerIds(before).join() === present.join()) return
  for (const user_id of new Set([...readerIds(before), ...present])) {
    const key = { scope: fileSearchScope(user_id), id: ((after ?? before) as StoredFile).id }
    const isPresent = after && present.includes(user_id)
    await indexDocument(
      key,
      isPresent ? { ...key, container: key.id, title: after.name, text: '' } : undefined,
    )
  }
}
