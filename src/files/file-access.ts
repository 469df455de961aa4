import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { forbidden } from '../platform/runtime/problem.ts'
import { readList } from '../platform/table/list.ts'
import { canManageFile, permissionOn } from './access.ts'
import { attachments } from './attachment-row.ts'
import { files, fileType, isAbandoned, type FilePermission, type StoredFile } from './file.ts'

type Who = Pick<Actor, 'id' | 'role'>

/** So many things that a file is attached to are looked at together, and so many in all. */
const batchSize = 100
const maxAttachments = 1_000

/** Whether somebody may read a thing that shows the file still, and with it the file. */
const isReadAttached = async (actor: Who, file_id: string): Promise<boolean> => {
  let cursor: string | undefined
  for (let count = 0; count < maxAttachments; count += batchSize) {
    const page = await readList(attachments.in('ofFile', { file_id }), { limit: batchSize, cursor })
    const holders = page.items.map(({ type, thing_id }) => ({ type, id: thing_id }))
    const views = await loadResources(actor, holders)
    if (views.some((view) => view?.file_ids?.includes(file_id))) return true
    if (page.next_cursor === null) return false
    cursor = page.next_cursor
  }
  return false
}

/** What somebody may do with the bytes of a file, by what it is attached to as well; undefined for strangers. */
export const permissionNow = async (
  file: StoredFile | undefined,
  actor: Who,
): Promise<FilePermission | undefined> => {
  if (!file || isAbandoned(file)) return undefined
  const person = actor.role === 'admin' ? { ...actor, role: 'user' as const } : actor
  const own = permissionOn(file, person) ?? ((await isReadAttached(person, file.id)) ? 'read' : undefined)
  if (actor.role !== 'admin') return own
  if (!own) noteReading(actor, { type: fileType.type, id: file.id })
  return permissionOn(file, actor)
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
