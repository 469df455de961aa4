import type { Actor } from '../../platform/identity/actor.ts'
import { asPerson, audited, type Decision } from '../../platform/identity/policy.ts'
import { findPrincipals } from '../../platform/identity/principals.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { readList } from '../../platform/table/list/list.ts'
import { filePolicy, isHeldBy } from './policy.ts'
import { attachments } from './attachment-row.ts'
import { files, fileType, isAbandoned, type FilePermission, type StoredFile } from './file.ts'

type Who = Pick<Actor, 'id' | 'role' | 'groups'>
type FileDecision = Decision<FilePermission | 'manage'>

/** Number of attachments checked per batch, and maximum number checked in all. */
const batchSize = 100
const maxAttachments = 1_000

/** Maximum number of people to check who attached the file although they only read it through another attachment. */
const maxReaders = 10

/** Returns true if one of these people may read a file through a writer's attachment. */
const canAnyReadAttached = async (ids: string[], file: StoredFile): Promise<boolean> => {
  const people = await findPrincipals([...new Set(ids)].slice(0, maxReaders))
  const present = people.filter((person) => person !== undefined)
  const reads = await Promise.all(present.map((person) => canReadAttached(asPerson(person), file, 'write')))
  return reads.includes(true)
}

/**
 * Returns true if a person may read a resource that shows the file, and so the file. An attachment is valid if the
 * owner made it, or a person who currently has the permission `by`; with `read`, also a person who reads the file
 * through a writer's attachment.
 */
const canReadAttached = async (reader: Who, file: StoredFile, by: 'read' | 'write'): Promise<boolean> => {
  const others: string[] = []
  let cursor: string | undefined
  for (let count = 0; count < maxAttachments; count += batchSize) {
    const page = await readList(attachments.in('ofFile', { file_id: file.id }), { limit: batchSize, cursor })
    const holders = page.items.map(({ type, thing_id }) => ({ type, id: thing_id }))
    const views = await loadResources(reader, holders)
    const shown = page.items.filter((_, index) => views[index]?.file_ids?.includes(file.id))
    const held = await Promise.all(shown.map(({ reader_id }) => isHeldBy(reader_id, file, by)))
    if (held.includes(true)) return true
    others.push(...shown.map(({ reader_id }) => String(reader_id)))
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return by === 'read' && others.length > 0 && canAnyReadAttached(others, file)
}

/** Returns the permission of a person on a file, including read access through attachments. */
export const decideFileAccess = async (file: StoredFile, actor: Who): Promise<FileDecision | undefined> => {
  const decision = filePolicy.decide(file, actor)
  if (decision && !decision.isByRoleAlone) return decision
  if (!(await canReadAttached(asPerson(actor), file, 'read'))) return decision
  return { permission: 'read', by: 'attachment', ...decision, isByRoleAlone: false }
}

/**
 * Returns the permission of a person on a file that is about to be shown to them, and audits the access; undefined
 * without access.
 */
export const authorizeFile = async (
  file: StoredFile | undefined,
  actor: Who,
): Promise<FileDecision | undefined> => {
  if (!file || isAbandoned(file)) return undefined
  return audited(actor, { type: fileType.type, id: file.id }, await decideFileAccess(file, actor))
}

/**
 * Returns the person on whose permission a new attachment depends: none for the owner, otherwise the actor. Returns
 * undefined if the actor may not attach the file; an attachment by readers does not permit another one.
 */
export const attachingReader = async (
  actor: Who,
  file: StoredFile | undefined,
): Promise<{ reader_id?: string } | undefined> => {
  if (!file || isAbandoned(file)) return undefined
  const own = filePolicy.decide(file, actor)
  if (own?.isByRoleAlone) await authorizeFile(file, actor)
  if (file.owner.id === actor.id) return {}
  const isGround = own !== undefined || (await canReadAttached(actor, file, 'write'))
  return isGround ? { reader_id: actor.id } : undefined
}

/**
 * Returns the person on whose permission an embedding depends; ignores the administrator role, because administrators
 * do not necessarily see the linked file.
 */
export const embeddingReader = (actor: Who, file: StoredFile | undefined) =>
  attachingReader(asPerson(actor), file)

/**
 * Returns a file and the caller's permission on its bytes; throws 404 if it does not exist or the caller may not read
 * it.
 */
export const readableFile = async (
  actor: Actor,
  id: string,
): Promise<{ file: StoredFile; permission: FilePermission }> => {
  const file = await files.find({ id })
  const decision = await authorizeFile(file, actor)
  if (!file || !decision) throw files.absent()
  return { file, permission: decision.permission === 'read' ? 'read' : 'write' }
}

export const ownerRequired = problem(
  'files.owner_required',
  403,
  'Only the owner and administrators may change or delete a file.',
)

/** Throws 403 unless a person may rename, share and delete a file. */
export const requireManager = (file: StoredFile, person: Who): void => {
  if (!filePolicy.allows(file, person, 'manage')) throw ownerRequired()
}

/**
 * Returns a file that the caller may manage; throws 403 if the caller may only read or write it, 404 without access.
 */
export const managedFile = async (actor: Actor, id: string): Promise<StoredFile> => {
  const { file } = await readableFile(actor, id)
  requireManager(file, actor)
  return file
}
