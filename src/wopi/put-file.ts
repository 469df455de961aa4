import { docs, problemDocs } from '#docs'
import { answeredText } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { announceObject, storeContents, storeStream } from '../files/file/contents.ts'
import { replaceContents } from '../files/version/replacement.ts'
import type { StoredFile } from '../files/file/file.ts'
import type { BodyStream } from '../platform/http/request/body-stream.ts'
import { newId } from '../platform/runtime/id.ts'
import { problem } from '../platform/runtime/problem.ts'
import { lastModifiedTime } from './file-info.ts'
import { maxSavedBytes } from './limits.ts'
import { lockConflict, currentLockId, requireNoOtherLock } from './locks.ts'
import { unsupported, type OpenFile } from './open-file.ts'
import type { WopiRequest } from './wopi-endpoint.ts'
import { bodyTooLarge } from '../platform/http/request/body-limit.ts'

export const PutFileResponse = z.described(
  { id: 'WopiSavedFile' },
  {
    LastModifiedTime: answeredText(50).meta(docs('As in CheckFileInfo from now on.')),
  },
)

/**
 * Headers with the `LastModifiedTime` that the editor knows: Collabora's, and its older name, which ONLYOFFICE sends.
 */
const timestampHeaders = ['x-cool-wopi-timestamp', 'x-lool-wopi-timestamp']

/** Collabora's status code for a document that another person has changed. */
const changedByOthersStatus = 1010

export const changedByOthers = problem('wopi.changed_by_others', 409, {
  wording: (lock: string) => ({
    detail: 'Someone else has changed the document.',
    fields: { COOLStatusCode: changedByOthersStatus },
    headers: { 'X-WOPI-Lock': lock },
  }),
  docs: problemDocs({
    meaning: 'Someone else has saved the document since the editor read it (`COOLStatusCode` 1010).',
    example: [''],
  }),
})

export const lengthMissing = problem(
  'wopi.length_missing',
  400,
  'The header Content-Length must give the size of the document.',
)

/** Returns the streamed body with its length. Throws 400 if the length is missing, 413 if it is too large. */
const requireSavable = ({ stream, length }: BodyStream): BodyStream & { length: number } => {
  if (length === undefined) throw lengthMissing()
  if (length > maxSavedBytes()) throw bodyTooLarge(maxSavedBytes())
  return { stream, length }
}

/** Throws 501 if the request is not PutFile, 400 for a body of unknown length, 413 for a body that is too large. */
export const requirePutFile = ({ header, bodyStream }: Pick<WopiRequest, 'header' | 'bodyStream'>): void => {
  if (!['PUT', undefined].includes(header('x-wopi-override')?.toUpperCase()))
    throw unsupported('The header X-WOPI-Override must be PUT here.')
  if (bodyStream) requireSavable(bodyStream)
}

/** Returns a check that throws 409 unless the lock and the editor's timestamp allow saving the current file. */
const saveCheck = (header: WopiRequest['header']) => {
  const known = timestampHeaders.map(header).find((timestamp) => timestamp !== undefined)
  return (current: StoredFile): void => {
    requireNoOtherLock(current, header('x-wopi-lock') ?? '')
    if (currentLockId(current) === '' && current.size > 0)
      throw lockConflict(current, 'The file is not locked')
    if (known && known !== lastModifiedTime(current)) throw changedByOthers(currentLockId(current))
  }
}

/**
 * Saves a document (WOPI, PutFile) from memory or from a stream; writes nothing until the save is allowed. Throws 413
 * if the owner's storage is full.
 */
export const putFile = async (
  { file, actor }: Pick<OpenFile, 'file' | 'actor'>,
  { bytes, bodyStream, header }: Omit<WopiRequest, 'claims'>,
): Promise<StoredFile> => {
  const require = saveCheck(header)
  require(file)
  const object_id = newId()
  const body = bodyStream && requireSavable(bodyStream)
  await announceObject(file, object_id, body?.length ?? bytes.byteLength)
  const contents = body
    ? await storeStream(file, object_id, body)
    : await storeContents(file, object_id, bytes)
  return replaceContents(file, contents, actor, require)
}
