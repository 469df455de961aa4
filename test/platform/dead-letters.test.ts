import { CreateQueueCommand, DeleteQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { resourceProperties, templateFile } from '../../infra/template/template.ts'
import { reportDeadLetters } from '../../src/platform/events/dead-letters.ts'
import { messageKind } from '../../src/platform/events/message-kind.ts'
import { deadLetterQueue, maxAttempts, type QueueName } from '../../src/platform/events/queues.ts'
import { worker } from '../../src/platform/events/worker.ts'
import type { LogLine } from '../../src/platform/runtime/log.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { linesFromNow } from '../support/log-lines.ts'
import { functionOf, recordOf } from '../support/messages.ts'
import { world } from '../support/world.ts'

const { FilterPattern } = resourceProperties<{ FilterPattern: string }>(
  templateFile('logs.yml'),
  'DeadLetters',
)

/** Returns true if CloudWatch counts a log line: the pattern is a choice of values of one field. */
const isCounted = (line: LogLine): boolean => {
  const [, choice = ''] = /^\{ (.*) \}$/.exec(FilterPattern) ?? []
  return choice.split(' || ').some((term) => {
    const [, field = '', value] = /^\(\$\.(\w+) = "([^"]*)"\)$/.exec(term) ?? []
    return value !== undefined && line[field] === value
  })
}

const putDead = async (queue: QueueName) => {
  const { queueUrls, sqs } = world()
  const QueueUrl = deadLetterQueue(queueUrls[queue] as string)
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }))
}

const failing = async () => {
  throw new Error('no luck')
}

describe('The alarm on dead letters', () => {
  test.each([
    ['goes there now', worker(messageKind('words', 'notices', z.object({})), {}, failing), maxAttempts],
    [
      'is given up by its worker',
      worker(messageKind('words', 'replies', z.object({})), { giveUp: async () => {} }, failing),
      maxAttempts + 1,
    ],
  ])('counts a message once that %s, with its kind', async (_, one, deliveries) => {
    const lines = linesFromNow()

    for (let n = 1; n <= deliveries; n++)
      await functionOf(one)({ Records: [recordOf({ kind: one.kind, body: {} }, n)] })

    expect(lines.filter(isCounted)).toMatchObject([{ queue: one.queues[0], kind: 'words' }])
  })

  test('counts queues with dead letters every five minutes, and no empty ones', async () => {
    const lines = linesFromNow()
    await putDead('sweeps')

    await reportDeadLetters(new Date('2026-01-31T10:04:59Z'))
    const before = lines.filter(isCounted).length
    await reportDeadLetters(new Date('2026-01-31T10:05:00Z'))

    expect(before).toBe(0)
    expect(lines.filter(isCounted)).toMatchObject([{ queue: 'sweeps-dead', messages: 1 }])
  })

  test('counts the other queues if one of them cannot be read', async () => {
    const lines = linesFromNow()
    const QueueUrl = deadLetterQueue(world().queueUrls['jobs'] as string)
    await putDead('sweeps')
    await world().sqs.send(new DeleteQueueCommand({ QueueUrl }))
    onTestFinished(async () => {
      await world().sqs.send(new CreateQueueCommand({ QueueName: QueueUrl.split('/').at(-1) }))
    })

    await reportDeadLetters(new Date('2026-01-31T10:10:00Z'))

    expect(lines.filter(isCounted)).toMatchObject([{ queue: 'sweeps-dead' }])
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ queue: 'jobs-dead' }])
  })
})
