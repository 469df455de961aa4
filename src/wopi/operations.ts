import { extname } from 'node:path'
import { toRemoveFile } from '../files/file/changes.ts'
import { files, type StoredFile } from '../files/file/file.ts'
import { tokenClaims } from '../platform/identity/actor.ts'
import { HttpReply } from '../platform/http/exchange/http-reply.ts'
import { problem } from '../platform/runtime/problem.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import { isCollabora } from './file-info.ts'
import { legalName, nameIllegal } from './file-names.ts'
import { requireNoOtherLock, lock, parseLockId, currentLockId, refreshLock, relock, unlock } from './locks.ts'
import { requireRight, unsupported, type OpenFile } from './open-file.ts'
import { emptyReply, type FileOperation, type OperationRequest, versionHeader } from './operation.ts'
import { putRelative } from './relative-file.ts'
import { hostPageUrl } from './editor/host-url.ts'
import { newWopiToken, toWopiSrc } from './token.ts'
import { userInfos } from './user-info.ts'
import { decodeUtf7 } from '../language/utf7.ts'

/** Returns an operation that changes the lock if the person may write. */
const lockOperation =
  (change: (file: StoredFile, id: string, request: OperationRequest) => Promise<StoredFile>): FileOperation =>
  async ({ file, canWrite }, request) => {
    requireRight(canWrite)
    const id = parseLockId(request.header('x-wopi-lock'), 'X-WOPI-Lock')
    return emptyReply(versionHeader(await change(file, id, request)))
  }

const relockByHeaders = (file: StoredFile, id: string, { header }: OperationRequest) =>
  relock(file, id, parseLockId(header('x-wopi-oldlock'), 'X-WOPI-OldLock'))

/** LOCK with X-WOPI-OldLock is UnlockAndRelock. */
const lockOrRelock = lockOperation((file, id, request) =>
  request.header('x-wopi-oldlock') === undefined ? lock(file, id) : relockByHeaders(file, id, request),
)

const getLock: FileOperation = async ({ file }) => emptyReply({ 'X-WOPI-Lock': currentLockId(file) })

/** Operations on the lock of a file, by `X-WOPI-Override`. */
const lockOperations = {
  LOCK: lockOrRelock,
  UNLOCK_AND_RELOCK: lockOperation(relockByHeaders),
  GET_LOCK: getLock,
  REFRESH_LOCK: lockOperation(refreshLock),
  UNLOCK: lockOperation(unlock),
}

const isTrueHeader = (header: string | undefined) => header?.toLowerCase() === 'true'

/** Returns the URL, with a token, at which the editor continues with a new or renamed file. */
const fileUrlWithToken = async ({ actor, epoch }: Pick<OpenFile, 'actor' | 'epoch'>, file_id: string) => {
  const { access_token } = await newWopiToken({
    user_id: actor.id,
    file_id,
    permission: 'write',
    epoch,
    ...tokenClaims(actor),
  })
  return `${toWopiSrc(file_id)}?access_token=${access_token}`
}

export const targetAmbiguous = problem(
  'wopi.target_ambiguous',
  400,
  'Either X-WOPI-SuggestedTarget or X-WOPI-RelativeTarget must be sent.',
)

const putRelativeFile: FileOperation = async ({ actor, epoch, file, canCopy }, { bytes, header }) => {
  if (!canCopy) throw unsupported('This access_token does not permit copies of this file.')
  const [suggested, exact] = ['x-wopi-suggestedtarget', 'x-wopi-relativetarget'].map(header)
  if ((suggested === undefined) === (exact === undefined)) throw targetAmbiguous()
  const target = {
    suggested: suggested && decodeUtf7(suggested),
    exact: exact && decodeUtf7(exact),
    mayOverwrite: isTrueHeader(header('x-wopi-overwriterelativetarget')),
  }
  const { id, name } = await putRelative(actor, file, target, bytes)
  return new HttpReply({
    Name: name,
    Url: await fileUrlWithToken({ actor, epoch }, id),
    HostEditUrl: hostPageUrl(id, 'edit'),
    HostViewUrl: hostPageUrl(id, 'view'),
  })
}

const renameFile: FileOperation = async ({ actor, epoch, file, canManage }, { header }) => {
  requireRight(canManage)
  const wanted = decodeUtf7(header('x-wopi-requestedname') ?? '').trim()
  const name = wanted && legalName(wanted + extname(file.name))
  if (!name) throw nameIllegal('The name must have 1 to 255 characters and no path', true)
  await files.update(file, (current) => {
    requireNoOtherLock(current, header('x-wopi-lock') ?? '')
    return { name }
  })
  return new HttpReply({
    Name: name.slice(0, name.length - extname(name).length),
    ...(isCollabora(header('user-agent')) && { Url: await fileUrlWithToken({ actor, epoch }, file.id) }),
  })
}

const deleteFile: FileOperation = async ({ actor, file, canManage }) => {
  requireRight(canManage)
  await files.modify(file, async (current) => {
    requireNoOtherLock(current, '')
    await transact(toRemoveFile(actor, current))
  })
  return emptyReply()
}

/** Maximum length of the text that an editor stores for a person (WOPI), in characters. */
const maxUserInfoCharacters = 1_024

export const userInfoTooLong = problem(
  'wopi.user_info_too_long',
  400,
  `The user info must not have more than ${maxUserInfoCharacters} characters.`,
)

const putUserInfo: FileOperation = async ({ actor }, { bytes }) => {
  const text = bytes.toString()
  if (text.length > maxUserInfoCharacters) throw userInfoTooLong()
  await writeItem(userInfos.toPut({ user_id: actor.id, text }))
  return emptyReply()
}

/** Operations by `X-WOPI-Override`. */
export const operations: Record<string, FileOperation> = {
  ...lockOperations,
  PUT_RELATIVE: putRelativeFile,
  RENAME_FILE: renameFile,
  DELETE: deleteFile,
  PUT_USER_INFO: putUserInfo,
}

/** Returns the operation of a request; throws 501 if there is none. */
export const requestedOperation = ({ header }: Pick<OperationRequest, 'header'>): FileOperation => {
  const name = header('x-wopi-override')?.toUpperCase() ?? ''
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation)
    throw unsupported(`The header X-WOPI-Override must be one of ${Object.keys(operations).join(', ')}.`)
  return operation
}
