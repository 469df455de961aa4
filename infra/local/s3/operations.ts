import { createBucket, deleteObjects, headBucket, listStoredObjects } from './buckets.ts'
import type { S3Response, Call, S3Operation } from './call.ts'
import { S3Failure } from './failure.ts'
import { putNotifications } from './notifications.ts'
import { listLockedVersions, putObjectLock } from './object-lock.ts'
import { copyObject, deleteObject, getObject, storeObject } from './objects.ts'
import { abortUpload, completeUpload, createUpload, putPart } from './uploads.ts'

/** Operations by method, target, and the parameters that select an operation. */
const operations = new Map<string, S3Operation>(
  Object.entries({
    'PUT bucket': createBucket,
    'HEAD bucket': headBucket,
    'GET bucket list-type': listStoredObjects,
    'POST bucket delete': deleteObjects,
    'PUT bucket notification': putNotifications,
    'PUT bucket object-lock': putObjectLock,
    'GET bucket versions': listLockedVersions,
    'PUT object': storeObject,
    'GET object': getObject,
    'GET object versionId': getObject,
    'HEAD object': getObject,
    'HEAD object versionId': getObject,
    'DELETE object': deleteObject,
    'DELETE object versionId': deleteObject,
    'POST object uploads': createUpload,
    'PUT object partNumber uploadId': putPart,
    'POST object uploadId': completeUpload,
    'DELETE object uploadId': abortUpload,
  }),
)

const listing = [
  'continuation-token',
  'encoding-type',
  'fetch-owner',
  'key-marker',
  'max-keys',
  'prefix',
  'start-after',
  'version-id-marker',
]

/** Returns true if a parameter adds details to an operation without selecting one. */
const isDetailParameter = (name: string) =>
  name === 'x-id' || /^(x-amz|response)-/i.test(name) || listing.includes(name)

const findS3Operation = ({ method, key, query, headers }: Call): S3Operation | undefined => {
  const choosing = [...new Set(query.keys())].filter((name) => !isDetailParameter(name)).sort()
  const name = [method, key ? 'object' : 'bucket', ...choosing].join(' ')
  return name === 'PUT object' && headers['x-amz-copy-source'] !== undefined
    ? copyObject
    : operations.get(name)
}

/** Runs the operation of a call. Throws S3Failure. */
export const runOperation = (call: Call): S3Response | Promise<S3Response> => {
  const operation = findS3Operation(call)
  if (!operation) throw new S3Failure('NotImplemented')
  if (Buffer.byteLength(call.key) > 1024) throw new S3Failure('KeyTooLongError')
  if (operation !== createBucket && !call.store.hasBucket(call.bucket)) throw new S3Failure('NoSuchBucket')
  return operation(call)
}
