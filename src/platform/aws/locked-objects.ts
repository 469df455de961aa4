import { createHash } from 'node:crypto'
import { environment } from '../runtime/environment.ts'
import { unavailable } from '../runtime/problem.ts'
import { withDeadline } from './deadline.ts'
import { bucket, headCommand, isRefusal, listObjects, putCommand } from './s3-client.ts'

/** Timeout of a call, in milliseconds. */
const callMilliseconds = 10_000

/** Timeout of an upload, in milliseconds. */
const uploadMilliseconds = 300_000

const lockedLocation = (Key: string) => ({ Bucket: environment.auditLockBucket, Key })

const failed = (error: unknown): never => {
  throw unavailable(error)
}

const isTaken = (error: unknown) => isRefusal(error) && error.name === 'PreconditionFailed'

/**
 * Stores an object in the bucket with Object Lock, which retains it for the bucket's retention period. Returns false,
 * and changes nothing, if the key exists. Throws 503 if S3 fails.
 */
export const putOnce = async (key: string, Body: Uint8Array, ContentType: string): Promise<boolean> => {
  // S3 requires a checksum for objects that it locks
  const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64')
  const input = { ...lockedLocation(key), Body, ContentType, ChecksumSHA256, IfNoneMatch: '*' }
  try {
    await bucket().send(putCommand(input), { requestTimeout: uploadMilliseconds })
    return true
  } catch (error) {
    return isTaken(error) ? false : failed(error)
  }
}

/** Returns the SHA-256 of a locked object, in lower-case hex, as verified by S3. Throws 503 if S3 fails. */
export const lockedSha256 = async (key: string): Promise<string> => {
  const command = headCommand({ ...lockedLocation(key), ChecksumMode: 'ENABLED' })
  const head = await withDeadline(callMilliseconds, (options) => bucket().send(command, options)).catch(
    failed,
  )
  return Buffer.from(head.ChecksumSHA256 ?? '', 'base64').toString('hex')
}

/** Returns the last key with this prefix, in byte order; undefined if there is none. Throws 503 if S3 fails. */
export const lastLockedKey = async (Prefix: string): Promise<string | undefined> => {
  const input = { Bucket: environment.auditLockBucket, Prefix }
  let last: string | undefined
  try {
    for await (const { Contents } of listObjects(input)) last = Contents?.at(-1)?.Key ?? last
  } catch (error) {
    failed(error)
  }
  return last
}
