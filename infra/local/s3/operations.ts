import { createBucket, deleteObjects, headBucket, listObjects } from './buckets.ts'
import type { Answer, Call, Operation } from './call.ts'
import { S3Failure } from './failure.ts'
import { copyObject, deleteObject, getObject, putObject } from './objects.ts'
import { abortUpload, completeUpload, createUpload, putPart } from './uploads.ts'

/** By method, what it is about, and those parameters that choose another operation. */
const operations = new Map<string, Operation>(
  Object.entries({
    'PUT bucket': createBucket,
    'HEAD bucket': headBucket,
    'GET bucket list-type': listObjects,
    'POST bucket delete': deleteObjects,
    'PUT object': putObject,
    'GET object': getObject,
    'HEAD object': getObject,
    'DELETE object': deleteObject,
    'POST object uploads': createUpload,
    'PUT object partNumber uploadId': putPart,
    'POST object uploadId': completeUpload,
    'DELETE object uploadId': abortUpload,
  }),
)

const listing = ['continuation-token', 'encoding-type', 'fetch-owner', 'max-keys', 'prefix', 'start-after']

/** Parameters that say more of an operation, and do not choose one. */
const isDetail = (name: string) =>
  name === 'x-id' || /^(x-amz|response)-/i.test(name) || listing.includes(name)

const operationOf = ({ method, key, query, headers }: Call): Operation | undefined => {
  const choosing = [...new Set(query.keys())].filter((name) => !isDetail(name)).sort()
  const name = [method, key ? 'object' : 'bucket', ...choosing].join(' ')
  return name === 'PUT object' && headers['x-amz-copy-source'] !== undefined
    ? copyObject
    : operations.get(name)
}

/** Does what a call asks for. Throws S3Failure. */
export const operate = (call: Call): Answer | Promise<Answer> => {
  const operation = operationOf(call)
  if (!operation) throw new S3Failure('NotImplemented')
  if (Buffer.byteLength(call.key) > 1024) throw new S3Failure('KeyTooLongError')
  if (operation !== createBucket && !call.store.hasBucket(call.bucket)) throw new S3Failure('NoSuchBucket')
  return operation(call)
}
