import { linkSync } from 'node:fs'
import { receiveBody } from './body.ts'
import type { Call, S3Operation } from './call.ts'
import { isUnchanged, requestedRange, requireWritable } from './conditions.ts'
import { S3Failure } from './failure.ts'
import { addressedObject, lockedObject, removeCurrent, removeVersion } from './object-lock.ts'
import { creationEvents, type CreationEvent } from './notifications.ts'
import type { Stored } from './stored.ts'

/** Headers that S3 stores with an object, and that a presigned URL may override in the response. */
const kept = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]

/** Throws if a value from the query is not valid in a header. */
const requireSendable = (headers: Record<string, string>): Record<string, string> => {
  for (const [name, value] of Object.entries(headers))
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new S3Failure('InvalidArgument', `The value of ${name} cannot stand in a header.`)
  return headers
}

/** Returns the headers of a request that are stored and sent with the object. */
export const keptHeaders = ({ headers }: Call): Record<string, string> => {
  const encoding = headers['content-encoding']?.split(/\s*,\s*/).filter((one) => one !== 'aws-chunked')
  const all = { 'content-type': 'binary/octet-stream', ...headers, 'content-encoding': encoding?.join(',') }
  const pairs = Object.entries(all).flatMap(([name, value]) =>
    value && (kept.includes(name) || /^x-amz-(meta-|checksum-sha256$)/.test(name)) ? [[name, value]] : [],
  )
  return requireSendable(Object.fromEntries(pairs) as Record<string, string>)
}

const changedHeaders = ({ query }: Call): Record<string, string> => {
  const pairs = kept.map((name) => [name, query.get(`response-${name}`)] as const)
  return requireSendable(
    Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== null)),
  )
}

/** Returns the current time in whole seconds, S3's precision. */
export const modifiedNow = (): number => Math.floor(Date.now() / 1000)

const isoModified = ({ modified }: Stored) => new Date(modified * 1000).toISOString()

/**
 * Makes an object visible if conditions and locks permit, and sends its notifications. Returns the object as stored.
 * Throws like `requireWritable` and `lockedObject`, and then deletes the file.
 */
export const publish = async (call: Call, received: Stored, how: CreationEvent): Promise<Stored> => {
  const { store, bucket, sender } = call
  const admit = () => {
    try {
      requireWritable(call, store.find(bucket, received.key))
      return lockedObject(call, received)
    } catch (error) {
      store.drop([received.file])
      throw error
    }
  }
  const object = admit()
  const events = creationEvents(call, object, how)
  store.put(bucket, object, events)
  await sender.send(events)
  return object
}

export const storeObject: S3Operation = async (call) => {
  const { store, bucket, key } = call
  requireWritable(call, store.find(bucket, key))
  const headers = keptHeaders(call)
  const file = store.newFile()
  const { size, md5 } = await receiveBody(call, store.pathOf(file))
  const etag = `"${md5.toString('hex')}"`
  const object = await publish(call, { key, file, size, etag, modified: modifiedNow(), headers }, 'Put')
  const version = object.headers['x-amz-version-id']
  return { status: 200, headers: { ETag: etag, ...(version && { 'x-amz-version-id': version }) } }
}

/** Answers GET and HEAD; opens the file only if bytes must be sent. */
export const getObject: S3Operation = (call) => {
  const { store } = call
  const object = addressedObject(call)
  const { 'x-amz-checksum-sha256': checksum, ...keptOf } = object.headers
  const headers = {
    ETag: object.etag,
    'Last-Modified': new Date(object.modified * 1000).toUTCString(),
    'Accept-Ranges': 'bytes',
    ...keptOf,
    ...(checksum &&
      call.headers['x-amz-checksum-mode'] === 'ENABLED' && { 'x-amz-checksum-sha256': checksum }),
    ...changedHeaders(call),
  }
  if (isUnchanged(call, object)) return { status: 304, headers }
  const range = requestedRange(call, object)
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': end - start + 1,
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${object.size}` }),
    },
    ...(call.method === 'GET' && end >= start && { bytes: { descriptor: store.open(object), start, end } }),
  }
}

export const deleteObject: S3Operation = (call) => ({
  status: 204,
  headers: call.query.has('versionId') ? removeVersion(call) : removeCurrent(call),
})

/** Copies an object as a second link to the same bytes, which never change. */
export const copyObject: S3Operation = async (call) => {
  const { store, headers } = call
  const named = /^\/?([^/]+)\/([^?]+)$/.exec(headers['x-amz-copy-source'] ?? '')
  if (!named || Object.keys(headers).some((name) => name.startsWith('x-amz-copy-source-')))
    throw new S3Failure('NotImplemented', 'Only a bucket and a key can be the source of a copy.')
  const source = store.find(...(named.slice(1).map(decodeURIComponent) as [string, string]))
  if (!source) throw new S3Failure('NoSuchKey')
  const replaced = headers['x-amz-metadata-directive'] === 'REPLACE' && { headers: keptHeaders(call) }
  const file = store.newFile()
  linkSync(store.pathOf(source.file), store.pathOf(file))
  const copy = {
    ...source,
    key: call.key,
    file,
    modified: modifiedNow(),
    ...replaced,
  }
  await publish(call, copy, 'Copy')
  return { status: 200, xml: ['CopyObjectResult', { LastModified: isoModified(copy), ETag: copy.etag }] }
}
