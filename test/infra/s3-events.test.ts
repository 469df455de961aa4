import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  UploadPartCommand,
  type Event,
} from '@aws-sdk/client-s3'
import { CreateQueueCommand, DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { createHash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { startS3 } from '../../infra/local/s3/server.ts'
import { makeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'
import { failed, put, s3 } from '../support/s3.ts'
import { world } from '../support/world.ts'

let Bucket: string
let queue: string

const arnOf = (name: string) => `arn:aws:sqs:eu-central-1:000000000000:${name}`

/** Makes the bucket notify the queue of objects under `in/` that end in `.txt`. */
const notify = (name: string, Events: Event[] = ['s3:ObjectCreated:*'], client = s3()) =>
  client.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket,
      NotificationConfiguration: {
        QueueConfigurations: [
          {
            Id: 'texts',
            QueueArn: arnOf(name),
            Events,
            Filter: {
              Key: {
                FilterRules: [
                  { Name: 'prefix', Value: 'in/' },
                  { Name: 'suffix', Value: '.txt' },
                ],
              },
            },
          },
        ],
      },
    }),
  )

const listening = async (listener: (...call: Parameters<RequestListener>) => Promise<void>) => {
  const server = createServer((...call) => void listener(...call))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

interface Message {
  Event?: string
  Records?: { eventName: string; s3: { object: { key: string; size: number; sequencer: string } } }[]
}

/** Receives and deletes the messages of the queue. */
const taken = async (): Promise<Message[]> => {
  const { sqs, endpoints } = world()
  const QueueUrl = `${endpoints.sqs}/000000000000/${queue}`
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  if (Messages.length === 0) return []
  const Entries = Messages.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }))
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  return Messages.map(({ Body }) => JSON.parse(Body as string) as Message)
}

const namesIn = (messages: Message[]) =>
  messages.flatMap(({ Records = [] }) =>
    Records.map(({ eventName, s3: { object } }) => [eventName, object.key]),
  )

beforeAll(async () => {
  Bucket = `events-${randomUUID()}`
  queue = `events-${randomUUID()}`
  await world().sqs.send(new CreateQueueCommand({ QueueName: queue }))
  await s3().send(new CreateBucketCommand({ Bucket }))
  await notify(queue)
})

describe('a bucket that notifies a queue of its objects', () => {
  test('sends a test event to the queue first', async () => {
    expect(await taken()).toMatchObject([{ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket }])
  })

  test('refuses a queue that does not exist', async () => {
    await expect(notify('absent')).rejects.toEqual(failed('InvalidArgument', 400))
  })

  test('sends its notification before the upload is answered', async () => {
    await put({ Bucket, Key: 'in/a.txt' })

    expect(await taken()).toEqual([
      {
        Records: [
          expect.objectContaining({
            eventVersion: '2.1',
            eventSource: 'aws:s3',
            awsRegion: 'eu-central-1',
            eventName: 'ObjectCreated:Put',
            s3: {
              s3SchemaVersion: '1.0',
              configurationId: 'texts',
              bucket: {
                name: Bucket,
                ownerIdentity: { principalId: 'local' },
                arn: `arn:aws:s3:::${Bucket}`,
              },
              object: {
                key: 'in/a.txt',
                size: 11,
                eTag: '5eb63bbbe01eeed093cb22bb8f5acdc3',
                sequencer: expect.stringMatching(/^[0-9A-F]+$/) as unknown,
              },
            },
          }),
        ],
      },
    ])
  })

  test('encodes keys like a form, except for slashes', async () => {
    await put({ Bucket, Key: 'in/a b/ü+%&.txt' })

    expect(namesIn(await taken())).toEqual([['ObjectCreated:Put', 'in/a+b/%C3%BC%2B%25%26.txt']])
  })

  test.each(['out/a.txt', 'a.txt', 'in/a.md', 'text/in/a.txt'])(
    'sends no notification about %s',
    async (Key) => {
      await put({ Bucket, Key })

      expect(await taken()).toEqual([])
    },
  )

  test('sends no notification about a refused upload', async () => {
    await put({ Bucket, Key: 'in/once.txt' })
    await taken()

    await expect(put({ Bucket, Key: 'in/once.txt' }, { IfNoneMatch: '*' })).rejects.toEqual(
      failed('PreconditionFailed', 412),
    )

    expect(await taken()).toEqual([])
  })

  test('sends notifications about copies and multipart uploads', async () => {
    const Key = 'in/parts.txt'
    await put({ Bucket, Key: 'source' })
    await s3().send(new CopyObjectCommand({ Bucket, Key: 'in/copy.txt', CopySource: `${Bucket}/source` }))
    const { UploadId } = await s3().send(new CreateMultipartUploadCommand({ Bucket, Key }))
    const part = { Bucket, Key, UploadId, PartNumber: 1 }
    const { ETag } = await s3().send(new UploadPartCommand({ ...part, Body: 'hello' }))
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
    await s3().send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }))

    expect(namesIn(await taken())).toEqual([
      ['ObjectCreated:Copy', 'in/copy.txt'],
      ['ObjectCreated:CompleteMultipartUpload', Key],
    ])
  })

  test('sends notifications only about configured events', async () => {
    await notify(queue, ['s3:ObjectCreated:Copy'])
    await taken()

    await put({ Bucket, Key: 'in/put.txt' })

    expect(await taken()).toEqual([])
  })
})

test('An unsent event is sent after the next start', async () => {
  const folder = makeTemporaryFolder()
  const start = async (sqs: string) => {
    const { endpoint, stop } = await startS3(folder, Promise.resolve(sqs))
    return { client: s3(endpoint), stop }
  }
  const before = await start(world().endpoints.sqs)
  await before.client.send(new CreateBucketCommand({ Bucket }))
  await notify(queue, ['s3:ObjectCreated:*'], before.client)
  await before.stop()
  const alone = await start('http://127.0.0.1:1')
  await alone.client.send(new PutObjectCommand({ Bucket, Key: 'in/late.txt', Body: 'late' }))
  await alone.stop()
  await taken()

  const again = await start(world().endpoints.sqs)

  await expect.poll(async () => namesIn(await taken())).toEqual([['ObjectCreated:Put', 'in/late.txt']])
  await again.stop()
  rmSync(folder, { recursive: true })
})

test('Configuring notifications waits for a slow queue, as on a busy machine', async () => {
  const folder = makeTemporaryFolder()
  let calls = 0
  const { url, stop: stopQueue } = await listening(async (request, response) => {
    calls += 1
    const { MessageBody } = (await json(request)) as { MessageBody: string }
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex')
    // leaves the first call without a timely answer
    if (calls > 1) response.end(JSON.stringify({ MessageId: '1', MD5OfMessageBody }))
  })
  const { endpoint, stop } = await startS3(folder, Promise.resolve(url))
  const client = s3(endpoint)
  await client.send(new CreateBucketCommand({ Bucket }))

  await expect(notify(queue, ['s3:ObjectCreated:*'], client)).resolves.toBeDefined()

  expect(calls).toBe(2)
  await stop()
  await stopQueue()
  rmSync(folder, { recursive: true })
})
