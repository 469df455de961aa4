import { problemDocs } from '#docs'
import { extname } from 'node:path'
import { announceMovedObject, announceObject, storeContents } from '../files/file/contents.ts'
import { releaseCharge } from '../files/file/storage.ts'
import { replaceContents } from '../files/version/replacement.ts'
import { files, isAbandoned, type StoredFile } from '../files/file/file.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { newId } from '../platform/runtime/id.ts'
import { readList } from '../platform/table/list/list.ts'
import { problem } from '../platform/runtime/problem.ts'
import { legalName, nameIllegal, numberedName, suggestedName } from './file-names.ts'
import { officeContentType } from './file-kinds.ts'
import { currentLockId, requireNoOtherLock } from './locks.ts'
import { encodeUtf7 } from '../language/utf7.ts'

/** Returns the person's file with this name, if there is one. */
const findFileByName = async (owner: Actor, name: string) => {
  const named = files.in('named', { owner, name })
  return (await readList(named, { limit: 1 }, (file) => !isAbandoned(file))).items[0]
}

/** Returns the name, or its first numbered form, that no file of this person has. */
const freeName = async (owner: Actor, name: string): Promise<string> => {
  for (let number = 1; number < 20; number += 1) {
    const candidate = number === 1 ? name : numberedName(name, number)
    if (!(await findFileByName(owner, candidate))) return candidate
  }
  return numberedName(name, Date.now())
}

interface Target {
  /** Suggested name, which may be changed, or exact name. */
  suggested: string | undefined
  exact: string | undefined
  /** True if a file with the exact name may be overwritten. */
  mayOverwrite: boolean
}

/** 409, with the lock of the file that has this name, and a free name. */
export const nameTaken = problem('wopi.name_taken', 409, {
  wording: (name: string, lock: string, free: string) => ({
    detail: `A file named "${name}" already exists.`,
    headers: { 'X-WOPI-Lock': lock, 'X-WOPI-ValidRelativeTarget': encodeUtf7(free) },
  }),
  docs: problemDocs({
    meaning: 'A file of the person has this name; `X-WOPI-ValidRelativeTarget` is free.',
    example: ['minutes.docx', '', 'minutes (2).docx'],
  }),
})

const refuseTaken = async (owner: Actor, name: string, known: { id: string }) => {
  const [file, free] = await Promise.all([files.find(known), freeName(owner, name)])
  return nameTaken(name, file ? currentLockId(file) : '', free)
}

/**
 * Returns the name of the new file, and the file to overwrite, if any. Throws 400 for an invalid exact name, 409 for a
 * taken one.
 */
const resolveTarget = async (owner: Actor, present: string, { suggested, exact, mayOverwrite }: Target) => {
  if (suggested !== undefined)
    return { name: await freeName(owner, suggestedName(suggested, present)), known: undefined }
  const name = legalName(exact as string)
  if (name === undefined)
    throw nameIllegal(
      'The header X-WOPI-RelativeTarget must be a file name of at most 255 characters without a path',
    )
  const known = await findFileByName(owner, name)
  if (known && !mayOverwrite) throw await refuseTaken(owner, name, known)
  return { name, known }
}

/**
 * Stores bytes as another file of this person (WOPI, PutRelativeFile); throws 409 if that file is locked, 413 if the
 * person's storage is full.
 */
export const putRelative = async (
  actor: Actor,
  source: StoredFile,
  target: Target,
  bytes: Buffer,
): Promise<StoredFile> => {
  const [id, object_id] = [newId(), newId()]
  const owner = { id: actor.id, name: actor.name }
  const refuse = async (file_id: string, error: unknown): Promise<never> => {
    await releaseCharge(file_id, object_id)
    throw error
  }
  // announces the object for a new file, the usual case, while checking whether the file exists
  const announced = announceObject({ id, owner }, object_id, bytes.byteLength)
  const resolved = resolveTarget(actor, source.name, target).catch(async (error: unknown) => {
    await announced
    return refuse(id, error)
  })
  const [{ name, known }] = await Promise.all([resolved, announced])
  const isSameKind = extname(name).toLowerCase() === extname(source.name).toLowerCase()
  const content_type = isSameKind ? source.content_type : officeContentType(name)
  if (known) {
    const moved = announceMovedObject(id, { id: known.id, owner }, object_id, bytes.byteLength)
    const [file] = await Promise.all([files.find(known), moved])
    // the index by name may be stale: a file with another name is not the target
    if (file?.name === name) {
      try {
        requireNoOtherLock(file, '')
      } catch (error) {
        await refuse(known.id, error)
      }
      const contents = await storeContents(file, object_id, bytes)
      return replaceContents(file, contents, actor, (current) => requireNoOtherLock(current, ''))
    }
    await announceMovedObject(known.id, { id, owner }, object_id, bytes.byteLength)
  }
  const contents = await storeContents({ id, content_type }, object_id, bytes)
  return files.create(files.make({ id, name, content_type, status: 'ready', owner, ...contents }))
}
