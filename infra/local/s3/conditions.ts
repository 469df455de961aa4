import type { ByteRange, Call } from './call.ts'
import { S3Failure } from './failure.ts'
import type { Stored } from './stored.ts'

const has = (etags: string, etag: string) =>
  etags.split(',').some((one) =>
    ['*', etag].includes(
      one
        .trim()
        .replace(/^W\//, '')
        .replace(/^([^"*].*)$/, '"$1"'),
    ),
  )

/** Returns seconds since 1970; undefined if the date is invalid. */
const parseHttpSeconds = (date: string | undefined) => {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

/** Returns true if the client's copy is current (304); throws 412 (RFC 9110 section 13.2.2). */
export const isUnchanged = ({ headers }: Call, { etag, modified }: Stored): boolean => {
  const unmodifiedSince = parseHttpSeconds(headers['if-unmodified-since'])
  const modifiedSince = parseHttpSeconds(headers['if-modified-since'])
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  const holds = ifMatch === undefined ? modified <= (unmodifiedSince ?? Infinity) : has(ifMatch, etag)
  if (!holds) throw new S3Failure('PreconditionFailed')
  return ifNoneMatch === undefined ? modified <= (modifiedSince ?? -Infinity) : has(ifNoneMatch, etag)
}

/** Throws 412 if the object may not overwrite an existing one, and 404 if the object to replace does not exist. */
export const requireWritable = ({ headers }: Call, existing: Stored | undefined): void => {
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
    throw new S3Failure('NotImplemented', 'If-None-Match of a PUT can only be *.')
  if (ifNoneMatch && existing) throw new S3Failure('PreconditionFailed')
  if (ifMatch === undefined) return
  if (!existing) throw new S3Failure('NoSuchKey')
  if (!has(ifMatch, existing.etag)) throw new S3Failure('PreconditionFailed')
}

/**
 * Returns the byte range that a `Range` requests; undefined for the whole object. Throws 416 (RFC 9110 section 14.1.2).
 */
export const requestedRange = (
  { headers }: Call,
  { etag, modified, size }: Stored,
): ByteRange | undefined => {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag && parseHttpSeconds(ifRange) !== modified) return undefined
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers['range']?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) throw new S3Failure('InvalidRange', undefined, { 'Content-Range': `bytes */${size}` })
  return { start, end }
}
