import { extname } from 'node:path'
import { files, type StoredFile } from '../files/file.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { HttpReply } from '../platform/http/http-reply.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import { isCollabora } from './file-info.ts'
import { legalName } from './file-names.ts'
import { lock, lockIdOf, lockOf, refreshLock, relock, requireNoOtherLock, unlock } from './locks.ts'
import { requireRight, unsupported, type OpenFile } from './open-file.ts'
import { putRelative } from './relative-file.ts'
import { hostUrlOf } from './sign-in-page.ts'
import { newWopiToken, wopiSrcOf } from './token.ts'
import { userInfos } from './user-info.ts'
import { decodeUtf7 } from './utf7.ts'
import type { WopiRequest } from './wopi-endpoint.ts'

type Request = Omit<WopiRequest, 'claims'>
type OperationReply = HttpReply<
  { Name: string; Url?: string; HostEditUrl?: string; HostViewUrl?: string } | undefined
>
type Operation = (open: OpenFile, request: Request) => Promise<OperationReply>

const noContent = (headers: Record<string, string> = {}): OperationReply =>
  new HttpReply(undefined, { headers })

const versionOf = (file: StoredFile) => ({ 'X-WOPI-ItemVersion': file.object_id })

/** An operation on the lock, which those do who may write. */
const lockOperation =
  (change: (file: StoredFile, id: string, request: Request) => Promise<StoredFile>): Operation =>
  async ({ file, canWrite }, request) => {
    requireRight(canWrite)
    const id = lockIdOf(request.header('x-wopi-lock'), 'X-WOPI-Lock')
    return noContent(versionOf(await change(file, id, request)))
  }

const relockByHeaders = (file: StoredFile, id: string, { header }: Request) =>
  relock(file, id, lockIdOf(header('x-wopi-oldlock'), 'X-WOPI-OldLock'))

/** LOCK with the lock that is to be replaced is UnlockAndRelock. */
const lockOrRelock = lockOperation((file, id, request) =>
  request.header('x-wopi-oldlock') === undefined ? lock(file, id) : relockByHeaders(file, id, request),
)

const getLock: Operation = async ({ file }) => noContent({ 'X-WOPI-Lock': lockOf(file) })

const isTrue = (header: string | undefined) => header?.toLowerCase() === 'true'

/** The address by which the editor goes on with a file. */
const fileUrlWithToken = async (actor: Actor, file_id: string) => {
  const { access_token } = await newWopiToken({ user_id: actor.id, file_id, permission: 'write' })
  return `${wopiSrcOf(file_id)}?access_token=${access_token}`
}

const putRelativeFile: Operation = async ({ actor, file, canCopy }, { bytes, header }) => {
  if (!canCopy) throw unsupported('This access_token does not permit copies of this file.')
  const [suggested, exact] = ['x-wopi-suggestedtarget', 'x-wopi-relativetarget'].map(header)
  if ((suggested === undefined) === (exact === undefined))
    throw new Problem(
      400,
      'wopi.target_ambiguous',
      'Either X-WOPI-SuggestedTarget or X-WOPI-RelativeTarget must be sent.',
    )
  const target = {
    suggested: suggested && decodeUtf7(suggested),
    exact: exact && decodeUtf7(exact),
    mayOverwrite: isTrue(header('x-wopi-overwriterelativetarget')),
  }
  const { id, name } = await putRelative(actor, file, target, bytes)
  return new HttpReply({
    Name: name,
    Url: await fileUrlWithToken(actor, id),
    HostEditUrl: hostUrlOf(id, 'edit'),
    HostViewUrl: hostUrlOf(id, 'view'),
  })
}

const renameFile: Operation = async ({ actor, file, canManage }, { header }) => {
  requireRight(canManage)
  const wanted = decodeUtf7(header('x-wopi-requestedname') ?? '').trim()
  const name = wanted && legalName(wanted + extname(file.name))
  if (!name) {
    const reason = 'The name must have 1 to 255 characters and no path'
    throw new Problem(400, 'wopi.name_illegal', `${reason}.`, {
      headers: { 'X-WOPI-InvalidFileNameError': reason },
    })
  }
  await files.update(file, (current) => {
    requireNoOtherLock(current, header('x-wopi-lock') ?? '')
    return { name }
  })
  return new HttpReply({
    Name: name.slice(0, name.length - extname(name).length),
    ...(isCollabora(header('user-agent')) && { Url: await fileUrlWithToken(actor, file.id) }),
  })
}

const deleteFile: Operation = async ({ file, canManage }) => {
  requireRight(canManage)
  await files.modify(file, async (current) => {
    requireNoOtherLock(current, '')
    await transact([files.toRemoveRead(current, [])])
  })
  return noContent()
}

/** The most that WOPI lets the editor keep for a person, in characters. */
const maxUserInfoCharacters = 1_024

const putUserInfo: Operation = async ({ actor }, { bytes }) => {
  const text = bytes.toString()
  if (text.length > maxUserInfoCharacters)
    throw new Problem(
      400,
      'wopi.user_info_too_long',
      `The user info may have at most ${maxUserInfoCharacters} characters.`,
    )
  await writeItem(userInfos.toPut({ user_id: actor.id, text }))
  return noContent()
}

/** What `X-WOPI-Override` may ask for. */
export const operations: Record<string, Operation> = {
  LOCK: lockOrRelock,
  UNLOCK_AND_RELOCK: lockOperation(relockByHeaders),
  GET_LOCK: getLock,
  REFRESH_LOCK: lockOperation(refreshLock),
  UNLOCK: lockOperation(unlock),
  PUT_RELATIVE: putRelativeFile,
  RENAME_FILE: renameFile,
  DELETE: deleteFile,
  PUT_USER_INFO: putUserInfo,
}

/** The operation that a request asks for; throws 501 for any other. */
export const operationOf = ({ header }: Pick<Request, 'header'>): Operation => {
  const name = header('x-wopi-override')?.toUpperCase() ?? ''
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation)
    throw unsupported(`The header X-WOPI-Override must be one of ${Object.keys(operations).join(', ')}.`)
  return operation
}
