import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectTaggingCommand,
  type GetObjectCommandInput,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { failed, md5, place, put, read, s3 } from '../support/s3.ts'

describe('an object', () => {
  test('returns its bytes, headers and metadata', async () => {
    const to = place(`a folder/ü+(x)'&~*!//<"é>.txt`)
    const kept = { ContentType: 'text/plain', ContentDisposition: 'inline', Metadata: { colour: 'red' } }
    const before = Math.floor(Date.now() / 1000) * 1000

    const stored = await put(to, kept)
    const got = await read(to)
    const head = await s3().send(new HeadObjectCommand(to))

    const expected = { ...kept, ContentLength: 11, ETag: `"${md5('hello world')}"` }
    expect(stored.ETag).toBe(expected.ETag)
    expect(got).toMatchObject({ ...expected, text: 'hello world' })
    expect(head).toMatchObject(expected)
    expect(head.LastModified?.getMilliseconds()).toBe(0)
    expect(head.LastModified?.getTime()).toBeGreaterThanOrEqual(before)
    expect(head.$metadata.requestId).toMatch(/^[0-9A-F]{16}$/)
  })

  test('accepts a stream from the SDK, in chunks with a trailing checksum', async () => {
    const to = place()
    const pieces = Array.from({ length: 40 }, (_, n) => Buffer.alloc(n * 997, String(n)))
    const ContentLength = pieces.reduce((sum, { length }) => sum + length, 0)

    await put(to, { Body: Readable.from(pieces), ContentLength, ContentEncoding: 'identity' })
    const got = await read(to)

    expect(got.ETag).toBe(`"${md5(...pieces)}"`)
    expect([got.ContentLength, got.ContentEncoding]).toEqual([ContentLength, 'identity'])
    expect(got.text).toBe(pieces.join(''))
  })

  test('may be empty', async () => {
    const to = place()

    await put(to, { Body: Buffer.alloc(0) })
    const got = await read(to)

    expect([got.ContentLength, got.text]).toEqual([0, ''])
  })

  test('gives way to a later one, and disappears when it is deleted, even twice', async () => {
    const to = place()
    await put(to)
    await put(to, { Body: 'later' })

    const later = await read(to)
    const deleted = await s3().send(new DeleteObjectCommand(to))
    const again = await s3().send(new DeleteObjectCommand(to))

    expect(later.text).toBe('later')
    expect([deleted.$metadata.httpStatusCode, again.$metadata.httpStatusCode]).toEqual([204, 204])
    await expect(read(to)).rejects.toEqual(failed('NoSuchKey', 404))
    await expect(s3().send(new HeadObjectCommand(to))).rejects.toEqual(failed('NotFound', 404))
  })

  test('can be copied with its own headers or with others', async () => {
    const [from, to, other] = [place(), place(), place()]
    await put(from, { ContentType: 'text/plain' })
    const CopySource = `${from.Bucket}/${from.Key}`

    await s3().send(new CopyObjectCommand({ ...to, CopySource }))
    await s3().send(
      new CopyObjectCommand({ ...other, CopySource, MetadataDirective: 'REPLACE', ContentType: 'a/b' }),
    )
    await s3().send(new DeleteObjectCommand(from))

    expect(await read(to)).toMatchObject({ text: 'hello world', ContentType: 'text/plain' })
    expect(await read(other)).toMatchObject({ text: 'hello world', ContentType: 'a/b' })
  })

  test.each([
    ['bytes=0-4', 'hello', 'bytes 0-4/11'],
    ['bytes=6-', 'world', 'bytes 6-10/11'],
    ['bytes=6-99', 'world', 'bytes 6-10/11'],
    ['bytes=-3', 'rld', 'bytes 8-10/11'],
    ['bytes=-99', 'hello world', 'bytes 0-10/11'],
    ['bytes=5-2', 'hello world', undefined],
    ['lines=1-2', 'hello world', undefined],
  ])('answers the range %s', async (Range, text, ContentRange) => {
    const to = place()
    await put(to)

    const got = await read(to, { Range })

    expect([got.text, got.ContentLength, got.ContentRange]).toEqual([text, text.length, ContentRange])
    expect(got.$metadata.httpStatusCode).toBe(ContentRange ? 206 : 200)
  })

  test.each(['bytes=11-', 'bytes=-0'])('refuses the range %s', async (Range) => {
    const to = place()
    await put(to)

    await expect(read(to, { Range })).rejects.toEqual(failed('InvalidRange', 416))
  })

  test('supports conditional reads', async () => {
    const to = place()
    const { ETag } = await put(to)
    const { LastModified } = await read(to)
    const earlier = new Date((LastModified as Date).getTime() - 1000)
    const status = (options: Partial<GetObjectCommandInput>) =>
      read(to, options).then(
        ({ $metadata }) => $metadata.httpStatusCode,
        ({ $metadata }: { $metadata: { httpStatusCode: number } }) => $metadata.httpStatusCode,
      )

    const answers = [
      await status({ IfMatch: ETag }),
      await status({ IfMatch: '"other"' }),
      await status({ IfNoneMatch: ETag }),
      await status({ IfNoneMatch: '"other"' }),
      await status({ IfModifiedSince: LastModified }),
      await status({ IfModifiedSince: earlier }),
      await status({ IfUnmodifiedSince: LastModified }),
      await status({ IfUnmodifiedSince: earlier }),
      await status({ IfNoneMatch: '"other"', IfModifiedSince: LastModified }),
    ]

    expect(answers).toEqual([200, 412, 304, 200, 304, 200, 200, 412, 200])
  })

  test('succeeds for one of twenty concurrent uploads that require a new object', async () => {
    const to = place()
    const bodies = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(100_000))

    const results = await Promise.allSettled(bodies.map((Body) => put(to, { Body, IfNoneMatch: '*' })))
    const got = await read(to)

    const winners = bodies.filter((_, n) => results[n]?.status === 'fulfilled')
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    expect(winners).toHaveLength(1)
    expect(reasons).toEqual(Array.from({ length: 19 }, () => failed('PreconditionFailed', 412)))
    expect(got.text).toBe(winners[0])
  })

  test('can be replaced on condition that its ETag matches', async () => {
    const to = place()
    const { ETag } = await put(to)

    await put(to, { Body: 'second', IfMatch: ETag })

    await expect(put(to, { IfMatch: ETag })).rejects.toEqual(failed('PreconditionFailed', 412))
    await expect(put(place(), { IfMatch: ETag })).rejects.toEqual(failed('NoSuchKey', 404))
    expect((await read(to)).text).toBe('second')
  })

  test.each([{ ContentMD5: Buffer.alloc(16).toString('base64') }, { ChecksumCRC32: 'AAAAAA==' }])(
    'rejects bytes that do not match %o',
    async (checksum) => {
      const to = place()

      await expect(put(to, checksum)).rejects.toEqual(failed('BadDigest', 400))
      await expect(read(to)).rejects.toEqual(failed('NoSuchKey', 404))
    },
  )

  test('stays unchanged after operations that the emulator does not support', async () => {
    const to = place()
    await put(to)
    const tag = new PutObjectTaggingCommand({ ...to, Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } })

    await expect(s3().send(tag)).rejects.toEqual(failed('NotImplemented', 501))
    expect((await read(to)).text).toBe('hello world')
  })

  test('must have a key of at most 1024 bytes', async () => {
    await expect(put(place('ü'.repeat(513)))).rejects.toEqual(failed('KeyTooLongError', 400))
  })
})
