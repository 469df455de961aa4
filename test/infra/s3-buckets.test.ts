import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { failed, md5, place, put, read, s3 } from '../support/s3.ts'
import { world } from '../support/world.ts'

describe('a bucket', () => {
  test('cannot be created twice', async () => {
    const { Bucket } = place()

    const again = s3().send(new CreateBucketCommand({ Bucket }))

    await expect(again).rejects.toEqual(failed('BucketAlreadyOwnedByYou', 409))
    expect((await s3().send(new HeadBucketCommand({ Bucket }))).$metadata.httpStatusCode).toBe(200)
  })

  test('answers 404 if it does not exist', async () => {
    const Bucket = `absent-${randomUUID()}`

    await expect(put({ Bucket, Key: 'a' })).rejects.toEqual(failed('NoSuchBucket', 404))
    await expect(s3().send(new HeadBucketCommand({ Bucket }))).rejects.toEqual(failed('NotFound', 404))
  })

  test('lists its objects by prefix, in pages, in the order of their bytes', async () => {
    const prefix = `${randomUUID()}/`
    const names = ['_', 'a&b', 'a/b', 'b', 'ÿ', '\u{ff5e}', '\u{1f600}']
    await Promise.all(names.map((name) => put(place(`${prefix}${name}`))))
    await put(place(`${prefix.slice(0, -1)}0`))
    const seen: (string | undefined)[] = []
    const list = async (ContinuationToken?: string): Promise<void> => {
      const page = new ListObjectsV2Command({
        Bucket: world().bucketName,
        Prefix: prefix,
        MaxKeys: 3,
        ContinuationToken,
      })
      const { Contents = [], NextContinuationToken } = await s3().send(page)
      expect(Contents.length).toBeLessThanOrEqual(3)
      seen.push(...Contents.map(({ Key }) => Key?.slice(prefix.length)))
      if (NextContinuationToken) await list(NextContinuationToken)
    }

    await list()

    expect(seen).toEqual(names)
  })

  test('deletes many objects at once', async () => {
    const keys = ['x&<y>', 'z', 'absent'].map((name) => `${randomUUID()} ${name}`)
    await Promise.all(keys.slice(0, 2).map((key) => put(place(key))))
    const Objects = keys.map((Key) => ({ Key }))

    const { Deleted } = await s3().send(
      new DeleteObjectsCommand({ Bucket: world().bucketName, Delete: { Objects } }),
    )

    expect(Deleted).toEqual(Objects)
    for (const key of keys) await expect(read(place(key))).rejects.toEqual(failed('NoSuchKey', 404))
  })
})

describe('a multipart upload', () => {
  const start = async (sizes: number[]) => {
    const to = place()
    const begun = new CreateMultipartUploadCommand({ ...to, ContentType: 'text/plain' })
    const { UploadId } = await s3().send(begun)
    const bodies = sizes.map((size, n) => Buffer.alloc(size, String(n)))
    const Parts = await Promise.all(
      bodies.map(async (Body, index) => {
        const PartNumber = index + 1
        const { ETag } = await s3().send(new UploadPartCommand({ ...to, UploadId, PartNumber, Body }))
        return { PartNumber, ETag }
      }),
    )
    const complete = (parts = Parts, options = {}) =>
      s3().send(
        new CompleteMultipartUploadCommand({
          ...to,
          UploadId,
          MultipartUpload: { Parts: parts },
          ...options,
        }),
      )
    return { to, UploadId, bodies, Parts, complete }
  }
  const whole = 5 * 1024 ** 2

  test('combines its parts into one object', async () => {
    const { to, bodies, complete } = await start([whole, whole + 1, 3])

    const { ETag } = await complete()
    const got = await read(to)

    const digests = bodies.map((body) => createHash('md5').update(body).digest())
    expect(ETag).toBe(`"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-3"`)
    expect(got).toMatchObject({ ETag, ContentLength: 2 * whole + 4, ContentType: 'text/plain' })
    expect(md5(got.text as string)).toBe(md5(...bodies))
    await expect(complete()).rejects.toEqual(failed('NoSuchUpload', 404))
  })

  test('fails if its parts are wrong, too small or out of order', async () => {
    const { to, Parts, complete } = await start([whole, 3, 3])
    const [first, second] = Parts as [(typeof Parts)[0], (typeof Parts)[0]]

    await expect(complete([{ ...first, ETag: '"other"' }])).rejects.toEqual(failed('InvalidPart', 400))
    await expect(complete([second, first])).rejects.toEqual(failed('InvalidPartOrder', 400))
    await expect(complete()).rejects.toEqual(failed('EntityTooSmall', 400))
    await expect(read(to)).rejects.toEqual(failed('NoSuchKey', 404))
  })

  test('does not replace an object that must be new', async () => {
    const { to, complete } = await start([3])
    await put(to)

    await expect(complete(undefined, { IfNoneMatch: '*' })).rejects.toEqual(failed('PreconditionFailed', 412))
    expect((await read(to)).text).toBe('hello world')
  })

  test('leaves nothing behind when it is aborted', async () => {
    const { to, UploadId, complete } = await start([3])

    await s3().send(new AbortMultipartUploadCommand({ ...to, UploadId }))

    await expect(complete()).rejects.toEqual(failed('NoSuchUpload', 404))
    await expect(read(to)).rejects.toEqual(failed('NoSuchKey', 404))
  })
})
