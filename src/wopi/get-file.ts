import { problemDocs } from '#docs'
import type { Readable } from 'node:stream'
import { downloadLink } from '../files/file/download.ts'
import { files, type StoredFile } from '../files/file/file.ts'
import { objectKey } from '../files/file/object.ts'
import { readObject } from '../platform/aws/s3.ts'
import { isNoneMatch } from '../platform/http/exchange/entity-tag.ts'
import { HttpReply } from '../platform/http/exchange/http-reply.ts'
import { problem } from '../platform/runtime/problem.ts'
import { contentsHeaders } from './file-info.ts'
import { maxStreamedBytes } from './limits.ts'
import type { WopiRequest } from './wopi-endpoint.ts'

type Header = WopiRequest['header']

/** A single byte range. Any other `Range` is ignored (RFC 9110 section 14.2) and never reaches S3. */
const onePart = /^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/

/** Returns the requested range; undefined for all bytes. */
const rangeToSend = (header: Header, etag: unknown): string | undefined => {
  const isCurrent = [undefined, etag].includes(header('if-range'))
  return isCurrent ? onePart.exec(header('range')?.trim() ?? '')?.[0] : undefined
}

export const fileTooLarge = problem('wopi.too_large', 412, {
  wording: (size: number) => `The file has ${size} bytes, more than X-WOPI-MaxExpectedSize.`,
  docs: problemDocs({
    meaning: 'The file is larger than the editor accepts (`X-WOPI-MaxExpectedSize`).',
    example: [18_432],
  }),
})

export const rangeUnsatisfiable = problem('wopi.range_unsatisfiable', 416, {
  wording: (size: number) => ({
    detail: `The file has ${size} bytes, none of them in the Range.`,
    headers: { 'Content-Range': `bytes */${size}` },
  }),
  docs: problemDocs({ meaning: 'The file has no bytes in the `Range`.', example: [18_432] }),
})

/** Throws 412 if the file is larger than the editor accepts. */
export const requireAcceptedSize = ({ size }: StoredFile, header: Header): void => {
  const max = header('x-wopi-maxexpectedsize')
  if (max && size > Number(max)) throw fileTooLarge(size)
}

const openObject = async ({ id, object_id, size }: StoredFile, range: string | undefined) => {
  const object = await readObject(objectKey(id, object_id), range)
  if (object === undefined) throw files.absent()
  if (object !== 'unsatisfiable') return object
  throw rangeUnsatisfiable(size)
}

/**
 * Returns the bytes of a file or a range of them; no body if the editor already has them, and a redirect to the object
 * store if they are too many to stream. Throws 404 if the object no longer exists, 416 for a `Range` without bytes.
 */
export const getFile = async (file: StoredFile, header: Header): Promise<HttpReply<Readable | undefined>> => {
  const headers = contentsHeaders(file)
  if (isNoneMatch(header('if-none-match'), headers['ETag'])) return new HttpReply(undefined, { headers })
  if (file.size > maxStreamedBytes) {
    const { url } = await downloadLink(file)
    return new HttpReply(undefined, { status: 307, headers: { Location: url } })
  }

  const { body, length, range } = await openObject(file, rangeToSend(header, headers['ETag']))
  return new HttpReply(body, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      // an uploaded page or script must not run on our origin
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': 'sandbox',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Length': String(length),
      'Accept-Ranges': 'bytes',
      ...(range && { 'Content-Range': range }),
    },
  })
}
