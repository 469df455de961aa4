import { randomBytes } from 'node:crypto'
import { receiveXml } from './body.ts'
import type { Call, S3Operation } from './call.ts'
import { S3Failure } from './failure.ts'
import type { Stored, Version } from './stored.ts'
import { elementText } from './xml.ts'

const dayMilliseconds = 86_400_000

const modes = ['GOVERNANCE', 'COMPLIANCE']

const newVersionId = () => randomBytes(16).toString('hex')

/** Sets the default retention of objects ("PutObjectLockConfiguration"). */
export const putObjectLock: S3Operation = async (call) => {
  const xml = await receiveXml(call)
  if (!call.store.lockOf(call.bucket)) throw new S3Failure('InvalidBucketState')
  const mode = elementText(xml, 'Mode') ?? null
  const days = elementText(xml, 'Days')
  if ((mode === null) !== (days === undefined)) throw new S3Failure('MalformedXML')
  if (mode !== null && (!modes.includes(mode) || !/^[1-9]\d{0,4}$/.test(String(days))))
    throw new S3Failure('MalformedXML')
  call.store.setLock(call.bucket, { mode, days: mode === null ? null : Number(days) })
  return { status: 200 }
}

/** Returns the retention of an object as headers: the request's own, otherwise the bucket's default. */
const retentionHeaders = ({ store, bucket, headers }: Call): Record<string, string> => {
  const { mode, days } = store.lockOf(bucket) ?? { mode: null, days: null }
  const own = headers['x-amz-object-lock-retain-until-date']
  if (own === undefined && mode === null) return {}
  const until = own ?? new Date(Date.now() + Number(days) * dayMilliseconds).toISOString()
  const given = headers['x-amz-object-lock-mode'] ?? (own === undefined ? mode : undefined)
  if (!modes.includes(String(given)) || !(Date.parse(until) > Date.now()))
    throw new S3Failure('InvalidArgument', 'The retention needs a mode and a date in the future.')
  return { 'x-amz-object-lock-mode': String(given), 'x-amz-object-lock-retain-until-date': until }
}

const hasChecksum = ({ headers }: Call) =>
  Object.keys(headers).some((name) => name === 'content-md5' || name.startsWith('x-amz-checksum-'))

/**
 * Returns an object with its Object Lock headers: in a bucket with Object Lock it becomes a version, and may be locked.
 */
export const lockedObject = (call: Call, object: Stored): Stored & { id?: string } => {
  if (!call.store.lockOf(call.bucket)) return object
  const retention = retentionHeaders(call)
  if (Object.keys(retention).length > 0 && call.method === 'PUT' && !hasChecksum(call))
    throw new S3Failure(
      'InvalidRequest',
      'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
    )
  const id = newVersionId()
  return { ...object, id, headers: { ...object.headers, 'x-amz-version-id': id, ...retention } }
}

/** Returns the object or version that a call names. Throws 404 if it does not exist, and 405 for a delete marker. */
export const addressedObject = ({ store, bucket, key, query }: Call): Stored => {
  const id = query.get('versionId')
  const found = id === null ? store.find(bucket, key) : store.findVersion(bucket, key, id)
  if (!found) throw new S3Failure(id === null ? 'NoSuchKey' : 'NoSuchVersion')
  if (found.file === null)
    throw new S3Failure('MethodNotAllowed', undefined, { 'x-amz-delete-marker': 'true' })
  return { ...found, file: found.file }
}

/** Removes an object; with Object Lock, hides it behind a delete marker, which no lock forbids. */
export const removeCurrent = ({ store, bucket, key }: Pick<Call, 'store' | 'bucket' | 'key'>) => {
  if (!store.lockOf(bucket)) {
    store.remove(bucket, key)
    return {}
  }
  const id = newVersionId()
  const modified = Math.floor(Date.now() / 1000)
  store.addMarker(bucket, { id, key, file: null, size: 0, etag: '', modified, headers: {} })
  return { 'x-amz-version-id': id, 'x-amz-delete-marker': 'true' }
}

const isLocked = ({ headers }: Version, call: Call): boolean => {
  const until = Date.parse(headers['x-amz-object-lock-retain-until-date'] ?? '')
  const isBypassed = call.headers['x-amz-bypass-governance-retention']?.toLowerCase() === 'true'
  return until > Date.now() && !(headers['x-amz-object-lock-mode'] === 'GOVERNANCE' && isBypassed)
}

/** Removes a version permanently. Throws 403 while it is locked. */
export const removeVersion = (call: Call) => {
  const { store, bucket, key, query } = call
  const id = query.get('versionId') ?? ''
  const version = store.findVersion(bucket, key, id)
  if (version && isLocked(version, call))
    throw new S3Failure('AccessDenied', 'Access Denied because object protected by object lock.')
  if (version) store.removeVersion(bucket, version)
  return { 'x-amz-version-id': id, ...(version?.file === null && { 'x-amz-delete-marker': 'true' }) }
}

const maxKeys = 1_000

export const listLockedVersions: S3Operation = ({ store, bucket, query }) => {
  const [keyMarker, idMarker] = [query.get('key-marker') ?? '', query.get('version-id-marker')]
  const limit = Math.min(Number(query.get('max-keys') ?? maxKeys), maxKeys)
  const all = store.versionsOf(bucket).filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
  const behind = all.findIndex(({ key, id }) => key === keyMarker && id === idMarker)
  const rest = behind === -1 ? all.filter(({ key }) => key > keyMarker) : all.slice(behind + 1)
  const shown = rest.slice(0, limit)
  const isTruncated = rest.length > limit
  const toVersionEntry = (version: Version) => ({
    Key: version.key,
    VersionId: version.id,
    IsLatest: all.find(({ key }) => key === version.key) === version,
    LastModified: new Date(version.modified * 1000).toISOString(),
    ...(version.file !== null && { ETag: version.etag, Size: version.size, StorageClass: 'STANDARD' }),
  })
  return {
    status: 200,
    xml: [
      'ListVersionsResult',
      {
        Name: bucket,
        MaxKeys: limit,
        IsTruncated: isTruncated,
        NextKeyMarker: isTruncated ? shown.at(-1)?.key : undefined,
        NextVersionIdMarker: isTruncated ? shown.at(-1)?.id : undefined,
        Version: shown.filter(({ file }) => file !== null).map(toVersionEntry),
        DeleteMarker: shown.filter(({ file }) => file === null).map(toVersionEntry),
      },
    ],
  }
}
