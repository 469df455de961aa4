import { createHash } from 'node:crypto'
import { environment } from '../runtime/environment.ts'
import { unavailable } from '../runtime/problem.ts'
import { withDeadline } from './deadline.ts'
import { bucket, headCommand, isRefusal, listObjects, putCommand } from './s3-client.ts'

/** How long a call may take, in milliseconds. */
const callMilliseconds = 10_000

/** How long an upload may take, in milliseconds. */
const uploadMilliseconds = 300_000

const locationOf = (Key: string) => ({ Bucket: environment.auditLockBucket, Key })

const failed = (error: unknown): never => {
  throw unavailable(error)
}

const isTaken = (error: unknown) => isRefusal(error) && error.name === 'PreconditionFailed'

/**
 * Stores an object in the bucket with Object Lock, which keeps it as long as it says. Gives false, and changes nothing,
 * when there is an object under this key. Throws 503.
 */
export const putOnce = async (key: string, Body: Uint8Array, ContentType: string): Promise<boolean> => {
  // S3 takes nothing without a checksum that it is to lock
  const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64')
  const input = { ...locationOf(key), Body, ContentType, ChecksumSHA256, IfNoneMatch: '*' }
  try {
    await bucket().send(putCommand(input), { requestTimeout: uploadMilliseconds })
    return true
  } catch (error) {
    return isTaken(error) ? false : failed(error)
  }
}

/** The SHA-256 of the bytes of a locked object, in lower-case hex, as S3 has checked it. Throws 503. */
export const lockedSha256 = async (key: string): Promise<string> => {
  const command = headCommand({ ...locationOf(key), ChecksumMode: 'ENABLED' })
  const head = await withDeadline(callMilliseconds, (options) => bucket().send(command, options)).catch(
    failed,
  )
  return Buffer.from(head.ChecksumSHA256 ?? '', 'base64').toString('hex')
}

/** The last of the keys that begin with `Prefix`, in the order of their bytes; undefined without any. Throws 503. */
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
