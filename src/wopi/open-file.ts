import { problemDocs } from '#docs'
import { filePolicy } from '../files/file/policy.ts'
import { files, isAbandoned, type StoredFile } from '../files/file/file.ts'
import { authorizeFile } from '../files/file/access.ts'
import { isMakerOver } from '../platform/identity/access-token.ts'
import { tokenClaims, type Actor } from '../platform/identity/actor.ts'
import { includesScope } from '../platform/identity/token-scope.ts'
import { setOrigin } from '../platform/runtime/origin.ts'
import { challenge, problem } from '../platform/runtime/problem.ts'
import { getItems } from '../platform/table/batch/batch-get.ts'
import { loadGroups } from '../platform/identity/principals.ts'
import { users } from '../platform/identity/user.ts'
import { isTooLargeToCopy, isTooLargeToEdit } from './limits.ts'
import type { WopiClaims } from './token.ts'
import { userInfos } from './user-info.ts'

/** The file of a token, with the current permissions of its person. */
export interface OpenFile {
  actor: Actor
  /** The person's `token_epoch`. */
  epoch: number
  file: StoredFile
  /** True if the person has permission to save the file. */
  canWrite: boolean
  /** True if the file may be opened for editing: the person may write it, and it is not too large to be saved. */
  canEdit: boolean
  /** True if the editor may store a copy of the file. */
  canCopy: boolean
  /** True if the person may rename and delete the file. */
  canManage: boolean
  /** Preferred language of the person (BCP 47 tag). */
  locale: string | null
  /** Text that the editor stores for the person. */
  userInfo: string | undefined
}

export const tokenRefused = problem('wopi.token_invalid', 401, {
  wording: {
    detail: 'The access_token is missing, invalid, expired or for another file.',
    headers: challenge('invalid_token'),
  },
})

/**
 * Opens the file of a token in one round trip. Throws 401 if its person was deactivated or may no longer read the file,
 * or if the access token that created it has ended; 404 if the file does not exist.
 */
export const openFile = async (claims: WopiClaims): Promise<OpenFile> => {
  const { user_id, file_id, permission, scope } = claims
  const keys = [files.keyOf({ id: file_id }), users.keyOf({ id: user_id }), userInfos.keyOf({ user_id })]
  const [[fileItem, userItem, infoItem], isTokenOver] = await Promise.all([
    getItems(keys),
    isMakerOver(claims),
  ])
  const person = userItem && users.read(userItem)
  if (!person?.is_active || isTokenOver) throw tokenRefused()
  const epoch = person.token_epoch
  if ((claims.epoch ?? epoch) !== epoch) throw tokenRefused()
  const user = { ...person, groups: await loadGroups(person) }
  const file = fileItem && files.read(fileItem)
  if (!file || isAbandoned(file)) throw files.absent()
  const decision = await authorizeFile(file, user)
  if (!decision) throw tokenRefused()
  setOrigin({ actor_id: user.id })
  const isAllowed = (needed: 'write' | 'manage') =>
    filePolicy.includes(decision.permission, needed) && permission === 'write'
  const canWrite = isAllowed('write')
  return {
    actor: {
      id: user.id,
      name: user.name,
      role: user.role,
      groups: user.groups,
      ...tokenClaims(claims),
    },
    epoch,
    file,
    canWrite,
    canEdit: canWrite && !isTooLargeToEdit(file.size),
    canCopy: canWrite && !isTooLargeToCopy(file.size),
    canManage: isAllowed('manage') && (scope === undefined || includesScope(scope, 'full')),
    locale: user.locale,
    userInfo: infoItem && userInfos.read(infoItem).text,
  }
}

export const writeNotPermitted = problem(
  'wopi.permission_missing',
  404,
  'The file does not exist, or the access_token does not permit changing it.',
)

/** Throws 404 unless the operation is allowed; WOPI has no 403 (WOPI, status codes of each operation). */
export const requireRight = (isAllowed: boolean): void => {
  if (!isAllowed) throw writeNotPermitted()
}

/** 501 for operations of the protocol that this host does not support. */
export const unsupported = problem('wopi.unsupported', 501, {
  wording: (detail: string) => detail,
  docs: problemDocs({
    meaning: 'The WOPI operation does not exist here, or is not available to this person.',
    example: ['This access_token does not permit copies of this file.'],
  }),
})
