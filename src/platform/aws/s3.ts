import type { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { isDryRun } from '../runtime/request-context.ts'
import { now } from '../runtime/time.ts'
import { withDeadline } from './deadline.ts'
import { unavailable } from '../runtime/problem.ts'
import * as s3Client from './s3-client.ts'
import { withIdleTimeout, awaitWithIdleTimeout } from './idle-timeout.ts'

/**
 * Timeout of a call, with all its attempts, until its response begins, in milliseconds. Two calls take at most 20 s,
 * which is less than the timeout of the gateway.
 */
const callMilliseconds = 10_000

const sendCall = <T>(call: (s3: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> =>
  withDeadline(callMilliseconds, (options) => call(s3Client.bucket(), options))

export interface ObjectMetadata {
  /** In bytes. */
  size: number
  /** Quoted, as in the header `ETag`. */
  etag: string
  /** RFC 3339, in whole seconds. */
  last_modified: string
}

const toObjectMetadata = (answer: HeadObjectCommandOutput): ObjectMetadata => ({
  size: answer.ContentLength as number,
  etag: answer.ETag as string,
  last_modified: (answer.LastModified as Date).toISOString(),
})

const isMissingObject = (error: unknown) =>
  s3Client.isRefusal(error) && error.$metadata.httpStatusCode === 404

/** Returns undefined if the object does not exist; throws 503 if S3 is throttled, unavailable or too slow. */
const missingOr503 = (error: unknown): undefined => {
  if (isMissingObject(error)) return undefined
  throw unavailable(error)
}

const failed = (error: unknown): never => {
  throw unavailable(error)
}

/** Returns the metadata of an object; undefined if it does not exist. Throws 503 if S3 fails. */
export const headObject = (key: string): Promise<ObjectMetadata | undefined> =>
  sendCall((s3, options) => s3.send(s3Client.headCommand(s3Client.objectLocation(key)), options)).then(
    toObjectMetadata,
    missingOr503,
  )

/** Returns the metadata of an object of `size` bytes that a dry run does not store. */
export const unstoredObject = (size: number): ObjectMetadata => ({ size, etag: '""', last_modified: now() })

/** Stores an object under a key that was never used before. Throws 503 if S3 fails. */
export const putObject = async (
  key: string,
  Body: Uint8Array,
  ContentType: string,
): Promise<ObjectMetadata> => {
  if (isDryRun()) return unstoredObject(Body.byteLength)
  const command = s3Client.putCommand({ ...s3Client.objectLocation(key), Body, ContentType })
  await sendCall((s3, options) => s3.send(command, options)).catch(failed)
  return (await headObject(key)) ?? failed(new Error('An object that was just stored is missing.'))
}

/** An object, or a range of its bytes, as a stream that fails if S3 disconnects. */
export interface ReadObject {
  body: Readable
  /** Length of this response, in bytes. */
  length: number
  /** Content range (RFC 9110 section 14.4) of a partial response. */
  range: string | undefined
}

/**
 * Opens an object, or the bytes that a `Range` header requests (RFC 9110 section 14.2). Returns undefined if the object
 * does not exist, `unsatisfiable` if it has no such bytes. Throws 503 if S3 fails before the first byte.
 */
export const readObject = async (
  key: string,
  range?: string,
): Promise<ReadObject | 'unsatisfiable' | undefined> => {
  try {
    const command = s3Client.getCommand({ ...s3Client.objectLocation(key), Range: range })
    const answer = await sendCall((s3, options) => s3.send(command, options))
    const { ContentLength, ContentRange } = answer
    const body = answer.Body as Readable
    // an empty stream never becomes readable
    if (ContentLength !== 0) await awaitWithIdleTimeout(body, once(body, 'readable'))
    return { body: withIdleTimeout(body), length: ContentLength as number, range: ContentRange }
  } catch (error) {
    if (s3Client.isRefusal(error) && error.name === 'InvalidRange') return 'unsatisfiable'
    return missingOr503(error)
  }
}

/** Deletes an object; does nothing if there is none. Throws 503 if S3 fails. */
export const removeObject = async (key: string): Promise<void> => {
  if (isDryRun()) return
  await sendCall((s3, options) =>
    s3.send(s3Client.deleteCommand(s3Client.objectLocation(key)), options),
  ).catch(failed)
}
