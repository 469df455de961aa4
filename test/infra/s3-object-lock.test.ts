import {
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectLockConfigurationCommand,
  type ObjectLockRetentionMode,
} from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { givenLockedBucket } from '../support/locked-bucket.ts'
import { failed, place, put, read, s3, type Place } from '../support/s3.ts'

const givenLocked = async (mode?: ObjectLockRetentionMode): Promise<Place> => ({
  Bucket: await givenLockedBucket(mode),
  Key: 'a',
})

const versionsIn = async ({ Bucket }: Place) => {
  const { Versions = [], DeleteMarkers = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket }))
  return { Versions, DeleteMarkers }
}

const remove = (from: Place, VersionId?: string, BypassGovernanceRetention?: boolean) =>
  s3().send(new DeleteObjectCommand({ ...from, VersionId, BypassGovernanceRetention }))

describe('a bucket with Object Lock', () => {
  test('locks new objects for its default retention', async () => {
    const at = await givenLocked()

    const { VersionId } = await put(at)
    const head = await s3().send(new HeadObjectCommand(at))

    expect(VersionId).toBeTruthy()
    expect(head).toMatchObject({ VersionId, ObjectLockMode: 'COMPLIANCE' })
    expect(Number(head.ObjectLockRetainUntilDate) - Date.now()).toBeGreaterThan(399 * 86_400_000)
  })

  test('never removes a locked version in compliance mode, even for callers who may bypass governance', async () => {
    const at = await givenLocked()
    const { VersionId } = await put(at)

    await expect(remove(at, VersionId)).rejects.toEqual(failed('AccessDenied', 403))
    await expect(remove(at, VersionId, true)).rejects.toEqual(failed('AccessDenied', 403))
    expect((await read(at)).text).toBe('hello world')
  })

  test('removes a version in governance mode for callers who may bypass it', async () => {
    const at = await givenLocked('GOVERNANCE')
    const [first, second] = [await put(at), await put(at, { Body: 'second' })]

    await expect(remove(at, second.VersionId)).rejects.toEqual(failed('AccessDenied', 403))
    await remove(at, second.VersionId, true)

    expect(await read(at)).toMatchObject({ text: 'hello world', VersionId: first.VersionId })
  })

  test('keeps replaced versions, and versions behind a delete marker', async () => {
    const at = await givenLocked()
    const first = await put(at)
    const second = await put(at, { Body: 'second' })
    await remove(at)

    await expect(read(at)).rejects.toEqual(failed('NoSuchKey', 404))
    expect((await read(at, { VersionId: first.VersionId })).text).toBe('hello world')
    const { Versions, DeleteMarkers } = await versionsIn(at)
    expect(Versions.map(({ VersionId }) => VersionId)).toEqual([second.VersionId, first.VersionId])
    expect(DeleteMarkers).toMatchObject([{ Key: 'a', IsLatest: true }])
    await remove(at, DeleteMarkers[0]?.VersionId)
    expect((await read(at)).text).toBe('second')
  })

  test('refuses to replace an object if the request requires a new one', async () => {
    const at = await givenLocked()
    await put(at)

    await expect(put(at, { IfNoneMatch: '*' })).rejects.toEqual(failed('PreconditionFailed', 412))
    expect((await versionsIn(at)).Versions).toHaveLength(1)
  })

  test('lists its versions in pages', async () => {
    const at = await givenLocked()
    for (const Key of ['a', 'b', 'b']) await put({ ...at, Key })

    const first = await s3().send(new ListObjectVersionsCommand({ Bucket: at.Bucket, MaxKeys: 2 }))
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = first
    const second = await s3().send(
      new ListObjectVersionsCommand({ Bucket: at.Bucket, MaxKeys: 2, KeyMarker, VersionIdMarker }),
    )

    const keys = [first, second].map(({ Versions = [] }) => Versions.map(({ Key }) => Key))
    expect(keys).toEqual([['a', 'b'], ['b']])
    expect([first.IsTruncated, second.IsTruncated]).toEqual([true, false])
  })
})

describe('a bucket without Object Lock', () => {
  test('refuses a default retention', async () => {
    const { Bucket } = place()
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled' } as const

    const setting = s3().send(new PutObjectLockConfigurationCommand({ Bucket, ObjectLockConfiguration }))

    await expect(setting).rejects.toEqual(failed('InvalidBucketState', 409))
  })
})

describe('a checksum', () => {
  const ChecksumSHA256 = createHash('sha256').update('hello world').digest('base64')

  test('with SHA-256 is stored with the object, and returned on request', async () => {
    const at = place()
    await put(at, { ChecksumSHA256 })

    const asked = await s3().send(new HeadObjectCommand({ ...at, ChecksumMode: 'ENABLED' }))
    const { ChecksumSHA256: untold } = await s3().send(new HeadObjectCommand(at))

    expect([asked.ChecksumSHA256, untold]).toEqual([ChecksumSHA256, undefined])
  })

  test('must match the body', async () => {
    await expect(put(place(), { ChecksumSHA256, Body: 'other' })).rejects.toEqual(failed('BadDigest', 400))
  })
})
