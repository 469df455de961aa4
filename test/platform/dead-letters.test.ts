import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deadLettersOf } from '../../infra/local/resources.ts'
import { propertiesOf, templateFile } from '../../infra/template.ts'
import { giveUpMessage } from '../../src/chats/workers/give-up-message.ts'
import { reportDeadLetters } from '../../src/platform/events/dead-letters.ts'
import { logChannel, type LogLine } from '../../src/platform/runtime/log.ts'
import { lambdaContext, world } from '../support/world.ts'

const { FilterPattern } = propertiesOf<{ FilterPattern: string }>(templateFile('logs.yml'), 'DeadLetters')

/** Whether CloudWatch counts a line of the log: the pattern is a choice of values of one field. */
const isCounted = (line: LogLine): boolean => {
  const [, choice = ''] = /^\{ (.*) \}$/.exec(FilterPattern) ?? []
  return choice.split(' || ').some((term) => {
    const [, field = '', value] = /^\(\$\.(\w+) = "([^"]*)"\)$/.exec(term) ?? []
    return value !== undefined && line[field] === value
  })
}

/** The lines that are logged until the test ends. */
const linesFromNow = (): LogLine[] => {
  const lines: LogLine[] = []
  const note = (line: unknown) => void lines.push(line as LogLine)
  subscribe(logChannel, note)
  onTestFinished(() => void unsubscribe(logChannel, note))
  return lines
}

const putDead = async (queue: string) => {
  const { queueUrls, sqs } = world()
  const QueueUrl = deadLettersOf(queueUrls[queue] as string)
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }))
}

describe('The alarm on dead letters', () => {
  test('counts a message that a worker of dead letters takes, which is gone before anybody looks', async () => {
    const lines = linesFromNow()
    const body = JSON.stringify({ chat_id: randomUUID(), message_id: randomUUID() })

    await giveUpMessage({ Records: [{ messageId: 'a', body }] } as never, lambdaContext('give-up'))

    expect(lines.filter(isCounted)).toMatchObject([{ queue: giveUpMessage.worker.queue }])
  })

  test('counts a queue in which dead letters lie, every five minutes, and no empty one', async () => {
    const lines = linesFromNow()
    vi.stubEnv('DEAD_LETTER_QUEUES', 'wiki-reviews-dead,wiki-news-dead')
    onTestFinished(() => void vi.unstubAllEnvs())
    await putDead('wiki-reviews')

    await reportDeadLetters(new Date('2026-01-31T10:04:59Z'))
    const before = lines.filter(isCounted).length
    await reportDeadLetters(new Date('2026-01-31T10:05:00Z'))

    expect(before).toBe(0)
    expect(lines.filter(isCounted)).toMatchObject([{ queue: 'wiki-reviews-dead', messages: 1 }])
  })

  test('counts the others when one of them cannot be asked', async () => {
    const lines = linesFromNow()
    vi.stubEnv('DEAD_LETTER_QUEUES', 'gone-dead,wiki-news-dead')
    onTestFinished(() => void vi.unstubAllEnvs())
    await putDead('wiki-news')

    await reportDeadLetters(new Date('2026-01-31T10:10:00Z'))

    expect(lines.filter(isCounted)).toMatchObject([{ queue: 'wiki-news-dead', messages: 1 }])
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ queue: 'gone-dead' }])
  })
})
