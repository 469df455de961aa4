import { receiveXml } from './body.ts'
import type { S3Operation } from './call.ts'
import { S3Failure } from './failure.ts'
import { removeCurrent } from './object-lock.ts'
import { insides, elementText } from './xml.ts'

/** Maximum number of objects per list and per deletion. */
const maxKeys = 1000

export const createBucket: S3Operation = ({ store, bucket, headers }) => {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new S3Failure('InvalidArgument', 'The specified bucket is not valid.')
  if (!store.addBucket(bucket)) throw new S3Failure('BucketAlreadyOwnedByYou')
  if (headers['x-amz-bucket-object-lock-enabled']?.toLowerCase() === 'true')
    store.setLock(bucket, { mode: null, days: null })
  return { status: 200, headers: { Location: `/${bucket}` } }
}

export const headBucket: S3Operation = () => ({ status: 200 })

const decodeToken = (token: string | null) => token && Buffer.from(token, 'base64url').toString()
const continuationToken = (key: string) => Buffer.from(key).toString('base64url')

export const listStoredObjects: S3Operation = ({ store, bucket, query }) => {
  const requested = query.get('max-keys') ?? String(maxKeys)
  if (!/^\d{1,9}$/.test(requested) || query.get('list-type') !== '2') throw new S3Failure('InvalidArgument')
  const limit = Math.min(Number(requested), maxKeys)
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token') ?? undefined
  const after = decodeToken(token ?? null) ?? query.get('start-after') ?? ''
  const encoded = (key: string) => (query.get('encoding-type') === 'url' ? encodeURIComponent(key) : key)
  const found = store.list(bucket, { prefix, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = last !== undefined && found.length > limit
  return {
    status: 200,
    xml: [
      'ListBucketResult',
      {
        Name: bucket,
        Prefix: encoded(prefix),
        ContinuationToken: token,
        StartAfter: query.get('start-after') ?? undefined,
        EncodingType: query.get('encoding-type') ?? undefined,
        MaxKeys: limit,
        KeyCount: shown.length,
        IsTruncated: hasMore,
        NextContinuationToken: hasMore ? continuationToken(last.key) : undefined,
        Contents: shown.map(({ key, modified, etag, size }) => ({
          Key: encoded(key),
          LastModified: new Date(modified * 1000).toISOString(),
          ETag: etag,
          Size: size,
          StorageClass: 'STANDARD',
        })),
      },
    ],
  }
}

export const deleteObjects: S3Operation = async (call) => {
  const xml = await receiveXml(call)
  const keys = insides(xml, 'Object').map((object) => elementText(object, 'Key'))
  if (keys.length === 0 || keys.length > maxKeys || keys.includes(undefined))
    throw new S3Failure('MalformedXML')
  for (const key of keys) removeCurrent({ ...call, key: key as string })
  const isQuiet = elementText(xml, 'Quiet') === 'true'
  return { status: 200, xml: ['DeleteResult', isQuiet ? {} : { Deleted: keys.map((Key) => ({ Key })) }] }
}
