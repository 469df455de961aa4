import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { receiveBody, receiveXml } from './body.ts'
import type { Call, S3Operation } from './call.ts'
import { requireWritable } from './conditions.ts'
import { S3Failure } from './failure.ts'
import { keptHeaders, modifiedNow, publish } from './objects.ts'
import type { Part } from './stored.ts'
import { insides, elementText } from './xml.ts'

/** Minimum size of each part except the last, in bytes. */
const leastPart = 5 * 1024 ** 2
const maxParts = 10_000

const requireUpload = ({ store, bucket, key, query }: Call) => {
  const id = query.get('uploadId') ?? ''
  const headers = store.findUpload(id, bucket, key)
  if (!headers) throw new S3Failure('NoSuchUpload')
  return { id, headers }
}

export const createUpload: S3Operation = (call) => {
  const { store, bucket, key } = call
  const UploadId = store.startUpload(bucket, key, keptHeaders(call))
  return { status: 200, xml: ['InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId }] }
}

export const putPart: S3Operation = async (call) => {
  const { store, query, headers } = call
  const number = Number(query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > maxParts) throw new S3Failure('InvalidArgument')
  if (headers['x-amz-copy-source'] !== undefined) throw new S3Failure('NotImplemented')
  requireUpload(call)
  const file = store.newFile()
  const { size, md5 } = await receiveBody(call, store.pathOf(file))
  try {
    store.putPart(requireUpload(call).id, { number, file, size, md5: md5.toString('hex') })
  } catch (error) {
    // the upload was completed or aborted meanwhile
    store.drop([file])
    throw error
  }
  return { status: 200, headers: { ETag: `"${md5.toString('hex')}"` } }
}

export const abortUpload: S3Operation = (call) => {
  call.store.endUpload(requireUpload(call).id)
  return { status: 204 }
}

/** Returns the parts that the client names; it may omit some. */
const namedParts = (xml: string, known: Part[]): Part[] => {
  const parts = insides(xml, 'Part').map((one) => {
    const number = Number(elementText(one, 'PartNumber'))
    const md5 = elementText(one, 'ETag')?.replaceAll('"', '')
    const part = known.find((each) => each.number === number && each.md5 === md5)
    if (!part) throw new S3Failure('InvalidPart')
    return part
  })
  if (parts.length === 0) throw new S3Failure('MalformedXML')
  if (parts.some(({ number }, index) => number <= (parts[index - 1]?.number ?? 0)))
    throw new S3Failure('InvalidPartOrder')
  if (parts.slice(0, -1).some(({ size }) => size < leastPart)) throw new S3Failure('EntityTooSmall')
  return parts
}

const joinParts = async (paths: string[], path: string) => {
  try {
    for (const one of paths) await pipeline(createReadStream(one), createWriteStream(path, { flags: 'a' }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

export const completeUpload: S3Operation = async (call) => {
  const { store, bucket, key } = call
  const xml = await receiveXml(call)
  const parts = namedParts(xml, store.listParts(requireUpload(call).id))
  requireWritable(call, store.find(bucket, key))
  const file = store.newFile()
  await joinParts(
    parts.map((part) => store.pathOf(part.file)),
    store.pathOf(file),
  )
  const md5 = createHash('md5').update(Buffer.from(parts.map((part) => part.md5).join(''), 'hex'))
  const etag = `"${md5.digest('hex')}-${parts.length}"`
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  // another request may have completed or aborted the upload while the parts were joined
  const { id, headers } = requireUpload(call)
  await publish(call, { key, file, size, etag, modified: modifiedNow(), headers }, 'CompleteMultipartUpload')
  store.endUpload(id)
  return {
    status: 200,
    xml: ['CompleteMultipartUploadResult', { Bucket: bucket, Key: key, ETag: etag }],
  }
}
