import type { Actor } from '../platform/identity/actor.ts'
import { readList } from '../platform/table/list.ts'
import { forbidden } from '../platform/runtime/problem.ts'
import { canManageFile, permissionOn } from './access.ts'
import { attachments, type AttachedTo } from './attachment-row.ts'
import { files, isAbandoned, type FilePermission, type StoredFile } from './file.ts'

/** Whether somebody may see the thing, and the file is attached to it still. */
type Sees = (actor: Actor, thing_id: string, file_id: string) => Promise<boolean>

/** Who sees what a file is attached to, each area knows itself; only those that are needed are asked for. */
const sights: Record<AttachedTo, () => Promise<Sees>> = {
  chat_message: async () => (await import('../chats/attached.ts')).seesMessage,
  course: async () => (await import('../lms/course-files.ts')).seesCourse,
  task: async () => (await import('../task/attached.ts')).seesTask,
  ticket_message: async () => (await import('../support/attached.ts')).seesMessage,
}

/** So many things that a file is attached to are looked at together, and so many in all. */
const atOnce = 100
const mostLookedAt = 1_000

/** Whether somebody may see a thing that the file is attached to, and so read the file. */
const isSeenAttached = async (actor: Actor, file_id: string): Promise<boolean> => {
  let cursor: string | undefined
  for (let looked = 0; looked < mostLookedAt; looked += atOnce) {
    const page = await readList(attachments.in('ofFile', { file_id }), { limit: atOnce, cursor })
    const seen = await Promise.all(
      page.items.map(async ({ type, thing_id }) => (await sights[type]())(actor, thing_id, file_id)),
    )
    if (seen.includes(true)) return true
    if (page.next_cursor === null) return false
    cursor = page.next_cursor
  }
  return false
}

/** What somebody may do with the bytes of a file, by what it is attached to as well; undefined for strangers. */
export const permissionNow = async (
  file: StoredFile | undefined,
  actor: Actor,
): Promise<FilePermission | undefined> => {
  if (!file || isAbandoned(file)) return undefined
  return permissionOn(file, actor) ?? ((await isSeenAttached(actor, file.id)) ? 'read' : undefined)
}

/** A file, and what the caller may do with its bytes; throws 404 when there is none or they may not read it. */
export const readableFile = async (
  actor: Actor,
  id: string,
): Promise<{ file: StoredFile; permission: FilePermission }> => {
  const file = await files.find({ id })
  const permission = await permissionNow(file, actor)
  if (!file || !permission) throw files.absent()
  return { file, permission }
}

/**
 * A file that the caller owns or administers; throws 403 for those who may only read or write it, 404 for
 * strangers.
 */
export const managedFile = async (actor: Actor, id: string): Promise<StoredFile> => {
  const { file } = await readableFile(actor, id)
  if (!canManageFile(file, actor))
    throw forbidden('files.owner_required', 'Only the owner and administrators may change or delete a file.')
  return file
}
