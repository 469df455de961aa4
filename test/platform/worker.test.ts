import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Context, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from '../../src/platform/schema/schema.ts'
import { queue } from '../../src/platform/events/queue.ts'
import { worker } from '../../src/platform/events/worker.ts'
import { localAws } from '../../infra/local/variables.ts'
import { world } from '../support/world.ts'

const words = queue('course-from-file', z.object({ word: z.string() }))

let sqs: SQSClient

beforeAll(() => {
  sqs = new SQSClient({ ...localAws, endpoint: world().endpoints.sqs })
})

afterAll(() => sqs.destroy())

/** Takes what is there, waiting so long for it, and hides it for a second. */
const receive = async (WaitTimeSeconds: number) => {
  const QueueUrl = world().queueUrls[words.name]
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds, VisibilityTimeout: 1 }),
  )
  return Messages
}

const received = async (word: string): Promise<SQSEvent> => {
  const MessageBody = JSON.stringify({ word })
  await sqs.send(new SendMessageCommand({ QueueUrl: world().queueUrls[words.name], MessageBody }))
  const [{ MessageId, ReceiptHandle, Body }] = (await receive(5)) as [Record<string, string>]
  return {
    Records: [{ messageId: MessageId, receiptHandle: ReceiptHandle, body: Body }],
  } as unknown as SQSEvent
}

describe('a worker that may take longer than a message is hidden', () => {
  test('hides its message while it works, so that nobody else gets it', async () => {
    const work = Promise.withResolvers<void>()
    const seen: string[] = []
    const handler = worker(words, { timeoutSeconds: 900 }, async ({ word }) => {
      seen.push(word)
      await work.promise
    })

    const running = handler(await received('one'), {} as Context)
    const meanwhile = await receive(3)
    work.resolve()
    const outcome = await running

    expect(meanwhile).toEqual([])
    expect(seen).toEqual(['one'])
    expect(outcome).toEqual({ batchItemFailures: [] })
  })

  test('works also when its message cannot be hidden, since it may come again', async () => {
    const event = { Records: [{ messageId: '1', receiptHandle: 'none', body: '{"word":"two"}' }] }
    const seen: string[] = []
    const handler = worker(words, { timeoutSeconds: 900 }, async ({ word }) => void seen.push(word))

    const outcome = await handler(event as unknown as SQSEvent, {} as Context)

    expect([seen, outcome]).toEqual([['two'], { batchItemFailures: [] }])
  })

  test('reports what has failed', async () => {
    const handler = worker(words, { timeoutSeconds: 900 }, async () => {
      throw new Error('no luck')
    })
    const event = await received('three')

    const outcome = await handler(event, {} as Context)

    expect(outcome).toEqual({ batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }] })
  })
})
