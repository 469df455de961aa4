import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { beforeAll, describe, expect, test } from 'vitest'
import { completeFile } from '../../src/files/endpoints/complete-file.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { files } from '../../src/files/file/file.ts'
import { objectKey } from '../../src/files/file/object.ts'
import { uploads } from '../../src/files/queues.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenFile, givenUpload, putBytes } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { place, put } from '../support/s3.ts'
import { settle, world } from '../support/world.ts'

let owner: SignedIn

beforeAll(async () => {
  owner = await signedIn()
})

const read = async (file: { id: string }) => await made(readFile, { as: owner, params: file })

/** Sends a message to the queue that receives S3 events. */
const send = async (message: object) => {
  const { sqs, queueUrls } = world()
  const QueueUrl = queueUrls[uploads.queue]
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }))
}

const record = (key: string) => ({
  eventName: 'ObjectCreated:Put',
  s3: { object: { key, size: 1, eTag: 'a' } },
})

const storedObjectKey = async ({ id }: { id: string }) => objectKey(id, (await files.get({ id })).object_id)

describe('A file whose bytes have arrived', () => {
  test('becomes ready and findable by name without any request', async () => {
    const { file, upload } = await givenUpload(owner, { name: 'heliotrope.txt' })

    await putBytes(upload, 'hello')
    await settle()

    expect(await read(file)).toMatchObject({
      status: 'ready',
      etag: '"5d41402abc4b2a76b9719d911017c592"',
      last_modified: expect.any(String) as unknown,
    })
    const found = await made(searchEverything, { as: owner, query: { q: 'heliotrope' } })
    expect(found.items).toMatchObject([{ type: 'file', id: file.id }])
  })

  test('stays unchanged after further events', async () => {
    const { file, upload } = await givenUpload(owner)
    await putBytes(upload, 'hello')

    await settle({ deliveries: 3 })
    const once = await read(file)
    await send({ Records: [record(await storedObjectKey(file)), record(await storedObjectKey(file))] })
    await settle()

    expect(await read(file)).toEqual(once)
  })

  test('becomes ready by a request if the event is lost', async () => {
    const { file, upload } = await givenUpload(owner)
    const { sqs, queueUrls } = world()
    await putBytes(upload, 'hello')
    await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrls[uploads.queue] }))
    await settle()

    const before = await read(file)
    const answer = await call(completeFile, { as: owner, params: file })

    expect([before.status, answer.body.status]).toEqual(['uploading', 'ready'])
  })
})

describe('S3 events', () => {
  test.each([
    [
      'of a file that is gone',
      async () => {
        const { file, upload } = await givenUpload(owner)
        await putBytes(upload, 'hello')
        await call(deleteFile, { as: owner, params: file })
      },
    ],
    ['of an object that no file has', () => put(place('files/one/two'))],
    ['of an object with a strange name', () => put(place('files/a b/ü+%?/c'))],
    ['that only tries the queue', () => send({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'any' })],
  ])('an event %s changes nothing and causes no failure', async (_, cause) => {
    await cause()

    expect((await settle()).failed).toEqual({ changes: [], messages: [] })
  })

  test('an event without an object leaves the file unchanged', async () => {
    const { file } = await givenUpload(owner)

    await send({ Records: [record(await storedObjectKey(file))] })
    await settle()

    expect((await read(file)).status).toBe('uploading')
  })

  test('an event for bytes of another size leaves the file unchanged', async () => {
    const { file } = await givenUpload(owner)

    await put(place(await storedObjectKey(file)), { Body: 'more than five' })
    await settle()

    expect((await read(file)).status).toBe('uploading')
  })

  test('an event with several objects applies to each of them', async () => {
    const several = await Promise.all([givenUpload(owner), givenUpload(owner)])
    const keys = await Promise.all(several.map(({ file }) => storedObjectKey(file)))
    await Promise.all(several.map(({ upload }) => putBytes(upload, 'hello')))

    await send({ Records: [record('files/gone/gone'), ...keys.map(record)] })
    await settle()

    const states = await Promise.all(several.map(({ file }) => read(file)))
    expect(states.map(({ status }) => status)).toEqual(['ready', 'ready'])
  })

  test('S3 sends no event for extracted texts', async () => {
    await givenFile(owner)
    await settle()

    await put(place('text/one/two.md'))

    expect((await settle()).messages).toBe(0)
  })
})
