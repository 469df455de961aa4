import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { startS3 } from '../../infra/local/s3/server.ts'
import { putLarge, streamed } from '../support/large-file.ts'
import { startS3Process } from '../support/s3-process.ts'
import { readLink, s3, uploadLink } from '../support/s3.ts'

const root = mkdtempSync(join(tmpdir(), 's3-'))
const megabyte = 1_048_576

afterAll(() => rmSync(root, { recursive: true, force: true }))

const newFolder = () => join(root, randomUUID())
const at = (Key: string) => ({ Bucket: 'bucket', Key })

const withBucket = async <T extends { endpoint: string }>(server: T): Promise<T> => {
  await s3(server.endpoint).send(new CreateBucketCommand({ Bucket: 'bucket' }))
  return server
}

const until = async (isSo: () => boolean) => {
  for (const deadline = Date.now() + 60_000; !isSo(); await sleep(10))
    if (Date.now() > deadline) throw new Error('It did not come about within a minute.')
}

/** Returns the names of the files with objects' bytes. */
const files = (folder: string) => readdirSync(join(folder, 'bytes'))

/** Sends half of an announced upload. */
const sendHalf = async (folder: string, endpoint: string, key: string) => {
  const { url, headers } = await uploadLink(at(key), megabyte, { endpoint })
  const before = new Set(files(folder))
  const sending = request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': megabyte } })
  sending.on('error', () => {})
  sending.write(Buffer.alloc(megabyte / 2))
  await until(() => files(folder).some((file) => !before.has(file)))
  return sending
}

const statusOf = async (endpoint: string, key: string) =>
  (await streamed(await readLink(at(key), { endpoint }))).status

describe('the S3 emulator', () => {
  test('stores 200 MB by one presigned URL, and returns them, with little memory', async () => {
    const idle = await (await startS3Process(newFolder())).stop()
    const { endpoint, stop } = await withBucket(await startS3Process(newFolder()))

    const sha256 = await putLarge(await uploadLink(at('large'), 200 * megabyte, { endpoint }), 200 * megabyte)
    const url = await readLink(at('large'), { endpoint })
    const answer = await streamed(url)
    const growth = (await stop()) - idle

    expect([answer.length, answer.sha256]).toEqual([200 * megabyte, sha256])
    expect(growth).toBeLessThan(120 * megabyte)
  })

  test('stores and returns eight files at once, with little memory', async () => {
    const idle = await (await startS3Process(newFolder())).stop()
    const { endpoint, stop } = await withBucket(await startS3Process(newFolder()))

    const pairs = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const sent = await putLarge(await uploadLink(at(`${n}`), 25 * megabyte, { endpoint }), 25 * megabyte)
        return [sent, (await streamed(await readLink(at(`${n}`), { endpoint }))).sha256]
      }),
    )
    const growth = (await stop()) - idle

    for (const [sent, got] of pairs) expect(got).toBe(sent)
    expect(growth).toBeLessThan(120 * megabyte)
  })

  test('stores nothing of an aborted upload', async () => {
    const folder = newFolder()
    const { endpoint, stop } = await withBucket(await startS3(folder))

    const sending = await sendHalf(folder, endpoint, 'half')
    sending.destroy()

    await until(() => files(folder).length === 0)
    expect(await statusOf(endpoint, 'half')).toBe(404)
    await stop()
  })

  test('contains exactly the acknowledged objects after a kill and a restart', async () => {
    const folder = newFolder()
    const { endpoint, kill } = await withBucket(await startS3Process(folder))
    for (const Body of ['first', 'second'])
      await s3(endpoint).send(
        new PutObjectCommand({
          ...at('whole'),
          Body,
          ContentType: 'text/plain',
          Metadata: { colour: 'red' },
        }),
      )
    await sendHalf(folder, endpoint, 'half')
    await kill()

    const again = await startS3(folder)
    const response = await fetch(await readLink(at('whole'), { endpoint: again.endpoint }))

    expect([response.headers.get('content-type'), response.headers.get('x-amz-meta-colour')]).toEqual([
      'text/plain',
      'red',
    ])
    expect(await response.text()).toBe('second')
    expect(await statusOf(again.endpoint, 'half')).toBe(404)
    expect(files(folder)).toHaveLength(1)
    await again.stop()
  })

  test('completes a response whose object is replaced meanwhile', async () => {
    const { endpoint, stop } = await withBucket(await startS3(newFolder()))
    const sha256 = await putLarge(await uploadLink(at('a'), 20 * megabyte, { endpoint }), 20 * megabyte)
    const response = await fetch(await readLink(at('a'), { endpoint }))

    await s3(endpoint).send(new PutObjectCommand({ ...at('a'), Body: 'another' }))
    const replaced = await streamed(await readLink(at('a'), { endpoint }))
    const bytes = Buffer.from(await response.arrayBuffer())

    expect(bytes.length).toBe(20 * megabyte)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(replaced.length).toBe('another'.length)
    await stop()
  })

  test('ends open requests when it is stopped', async () => {
    const folder = newFolder()
    const { endpoint, stop } = await withBucket(await startS3(folder))
    await putLarge(await uploadLink(at('a'), 25 * megabyte, { endpoint }), 25 * megabyte)
    const response = await fetch(await readLink(at('a'), { endpoint }))
    const sending = await sendHalf(folder, endpoint, 'half')

    await stop()

    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    await until(() => sending.destroyed)
    expect(files(folder)).toHaveLength(1)
  })
})
