import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import { deadLettersByKind } from '../../infra/commands/dead-letters.ts'
import { deadLetterQueue, type QueueName } from '../../src/platform/events/queues.ts'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { world } from '../support/world.ts'

const putDead = async (queue: QueueName, message: object) => {
  const QueueUrl = deadLetterQueue(world().queueUrls[queue] as string)
  await world().sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }))
}

/** Receives the messages in a queue, and returns their kinds. */
const kindsIn = async (queue: QueueName) => {
  const { endpoints, queueUrls, sqs } = world()
  const kinds: string[] = []
  const poller = queuePoller({
    endpoints,
    url: queueUrls[queue] as string,
    client: sqs,
    invoke: async ({ Records }) => {
      kinds.push(...Records.map(({ body }) => (JSON.parse(body) as { kind: string }).kind))
      return { batchItemFailures: [] }
    },
  })
  while ((await poller.step(0)) > 0);
  return kinds
}

test('Counts dead letters by kind, and sends those of one kind again', async () => {
  for (const kind of ['wiki-news', 'task-news', 'wiki-news']) await putDead('notices', { kind, body: {} })
  await putDead('uploads', { Records: [] })

  const all = await deadLettersByKind({})
  const sent = await deadLettersByKind({ kind: 'wiki-news', again: true })
  const again = await kindsIn('notices')
  const left = await deadLettersByKind({})

  expect(Object.fromEntries(all)).toEqual({
    'notices wiki-news': 2,
    'notices task-news': 1,
    'uploads file-uploads': 1,
  })
  expect(Object.fromEntries(sent)).toEqual({ 'notices wiki-news': 2 })
  expect(again).toEqual(['wiki-news', 'wiki-news'])
  expect(Object.fromEntries(left)).toEqual({ 'notices task-news': 1, 'uploads file-uploads': 1 })
})
