import { problemDocs } from '#docs'
import { files, isLockedForEditing, type StoredFile } from '../files/file/file.ts'
import { problem } from '../platform/runtime/problem.ts'
import { writeItem } from '../platform/table/table.ts'
import { isTooLargeToEdit, sizeLimitReason } from './limits.ts'

/** Lifetime of a lock after LOCK or REFRESH_LOCK, in milliseconds (WOPI, "Lock"). */
const lockMilliseconds = 30 * 60 * 1000

/** Returns the ID of the lock on a file; empty if the file has none or its lock has expired. */
export const currentLockId = (file: StoredFile): string =>
  isLockedForEditing(file) ? (file.lock_id ?? '') : ''

/** 409, with the present lock in a header (WOPI, X-WOPI-Lock). */
export const lockMismatch = problem('wopi.lock_mismatch', 409, {
  wording: (reason: string, lock: string) => ({
    detail: `${reason}.`,
    headers: { 'X-WOPI-Lock': lock, 'X-WOPI-LockFailureReason': reason },
  }),
  docs: problemDocs({
    meaning: 'The file has a different lock, which `X-WOPI-Lock` names.',
    example: ['The file is locked by another', ''],
  }),
})

export const lockConflict = (file: StoredFile, reason: string) => lockMismatch(reason, currentLockId(file))

export const lockMalformed = problem('wopi.lock_malformed', 400, {
  wording: (header: string) => `The header ${header} must have 1 to 1024 ASCII characters.`,
  docs: problemDocs({ meaning: 'A lock must have 1 to 1,024 ASCII characters.', example: ['X-WOPI-Lock'] }),
})

/** Throws 409 unless this lock is on the file. */
export const requireLock = (file: StoredFile, id: string): void => {
  if (currentLockId(file) === '') throw lockConflict(file, 'The file is not locked')
  if (currentLockId(file) !== id) throw lockConflict(file, 'The file is locked by another')
}

/** Throws 409 if another lock is on the file; a file without a lock passes. */
export const requireNoOtherLock = (file: StoredFile, id: string): void => {
  if (currentLockId(file) !== '' && currentLockId(file) !== id)
    throw lockConflict(file, 'The file is locked by another')
}

/**
 * Returns the lock ID in a header: an opaque string of 1 to 1,024 ASCII characters, which is only compared (WOPI,
 * "Lock").
 */
export const parseLockId = (header: string | undefined, name: string): string => {
  if (header !== undefined && /^[\x20-\x7e]{1,1024}$/.test(header)) return header
  throw lockMalformed(name)
}

/** Changes the lock unless `require` throws for the current file; keeps `updated_at`. */
const changeLock = (
  file: StoredFile,
  lock_id: string | null,
  require: (current: StoredFile) => void,
): Promise<StoredFile> =>
  files.modify(file, async (current) => {
    require(current)
    const locked_until = lock_id === null ? null : new Date(Date.now() + lockMilliseconds).toISOString()
    const update = files.toUpdate(current, { lock_id, locked_until, updated_at: current.updated_at })
    await writeItem(update)
    return update.thing
  })

/**
 * Locks a file or refreshes its lock. Throws 409 for a file too large to be edited, unless it was locked before it
 * grew.
 */
export const lock = (file: StoredFile, id: string) =>
  changeLock(file, id, (current) => {
    requireNoOtherLock(current, id)
    if (currentLockId(current) === '' && isTooLargeToEdit(current.size))
      throw lockConflict(current, sizeLimitReason())
  })

export const refreshLock = (file: StoredFile, id: string) =>
  changeLock(file, id, (current) => requireLock(current, id))

export const unlock = (file: StoredFile, id: string) =>
  changeLock(file, null, (current) => requireLock(current, id))

/** Replaces a lock by another one atomically. */
export const relock = (file: StoredFile, id: string, old: string) =>
  changeLock(file, id, (current) => requireLock(current, old))
