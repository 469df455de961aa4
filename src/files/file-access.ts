import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import { users } from '../platform/identity/user.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { problem } from '../platform/runtime/problem.ts'
import { readList } from '../platform/table/list.ts'
import { canManageFile, isHeldBy, permissionOn } from './access.ts'
import { attachments } from './attachment-row.ts'
import { files, fileType, isAbandoned, type FilePermission, type StoredFile } from './file.ts'

type Who = Pick<Actor, 'id' | 'role'>

/** So many things that a file is attached to are looked at together, and so many in all. */
const batchSize = 100
const maxAttachments = 1_000

/** So many people who attached it without more than a right by another attachment are looked at. */
const maxReaders = 10

/** Who attached a file: somebody who could write it, or who may only read it. */
type AttachedBy = 'writer' | 'reader'

/** Whether one of these people may read a file by what those who may write it have attached it to. */
const someReadAttached = async (ids: string[], file: StoredFile): Promise<boolean> => {
  const people = await users.findMany([...new Set(ids)].slice(0, maxReaders).map((id) => ({ id })))
  const present = people.filter((person) => person !== undefined)
  const reads = await Promise.all(present.map((person) => readsAttached(asPerson(person), file, 'writer')))
  return reads.includes(true)
}

/**
 * Whether somebody may read a thing that shows the file still, and with it the file. What people attached who may only
 * read it holds as long as their own right does, by which no attachment by such people counts. With `by` "writer" none
 * of theirs counts at all.
 */
const readsAttached = async (reader: Who, file: StoredFile, by: AttachedBy): Promise<boolean> => {
  const others: string[] = []
  let cursor: string | undefined
  for (let count = 0; count < maxAttachments; count += batchSize) {
    const page = await readList(attachments.in('ofFile', { file_id: file.id }), { limit: batchSize, cursor })
    const rows = page.items.filter(({ reader_id }) => by === 'reader' || reader_id === null)
    const holders = rows.map(({ type, thing_id }) => ({ type, id: thing_id }))
    const views = await loadResources(reader, holders)
    const shown = rows.filter((_, index) => views[index]?.file_ids?.includes(file.id))
    if (shown.some(({ reader_id }) => isHeldBy(reader_id, file))) return true
    others.push(...shown.map(({ reader_id }) => String(reader_id)))
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return others.length > 0 && someReadAttached(others, file)
}

/** Somebody without what they may do as an administrator alone. */
const asPerson = ({ id, role }: Who): Who => ({ id, role: role === 'admin' ? 'user' : role })

/** What somebody may do with the bytes of a file, by what it is attached to as well; undefined for strangers. */
export const permissionNow = async (
  file: StoredFile | undefined,
  actor: Who,
): Promise<FilePermission | undefined> => {
  if (!file || isAbandoned(file)) return undefined
  const person = asPerson(actor)
  const own =
    permissionOn(file, person) ?? ((await readsAttached(person, file, 'reader')) ? 'read' : undefined)
  if (actor.role !== 'admin') return own
  if (!own) noteReading(actor, { type: fileType.type, id: file.id })
  return permissionOn(file, actor)
}

/**
 * With whose right a file is attached if somebody attaches it now: nobody's in particular where they may write it, else
 * theirs as a reader. Undefined when they may not: what mere readers attached is no ground to attach it further.
 */
export const attachingReader = async (
  actor: Who,
  file: StoredFile | undefined,
): Promise<{ reader_id?: string } | undefined> => {
  if (!file || isAbandoned(file)) return undefined
  if (actor.role === 'admin') await permissionNow(file, actor) // which is noted
  const own = permissionOn(file, actor)
  if (own === 'write') return {}
  const isGround = own === 'read' || (await readsAttached(actor, file, 'writer'))
  return isGround ? { reader_id: actor.id } : undefined
}

/** The same for a text that shows it, by nobody's right as an administrator: they need not see what it leads to. */
export const embeddingReader = (actor: Who, file: StoredFile | undefined) =>
  attachingReader(asPerson(actor), file)

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

export const ownerRequired = problem(
  'files.owner_required',
  403,
  'Only the owner and administrators may change or delete a file.',
)

/**
 * A file that the caller owns or administers; throws 403 for those who may only read or write it, 404 for
 * strangers.
 */
export const managedFile = async (actor: Actor, id: string): Promise<StoredFile> => {
  const { file } = await readableFile(actor, id)
  if (!canManageFile(file, actor)) throw ownerRequired()
  return file
}
