import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { scheduledMessages } from '../../src/platform/events/schedule.ts'
import { writeBatch } from '../../src/platform/table/batch-write.ts'
import { queueVariable } from '../../src/platform/runtime/environment.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { pageReviews } from '../../src/wiki/queues.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { lambdaContext, world } from '../support/world.ts'

const minute = 60_000

const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** Puts messages with these ids under their minute. */
const givenScheduled = async (time: string, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  const rows = ids.map((id) => {
    const { queue, body } = pageReviews.message({ page_id: id, review_at: time })
    return scheduledMessages.make({ id, at: time, queue, body })
  })
  await writeBatch(rows.map(scheduledMessages.itemOf), [])
  return ids
}

/** Runs the scheduler as if so much time had passed. */
const run = async (milliseconds: number, send = sendScheduledMessages) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  try {
    await send({}, lambdaContext('scheduler'))
  } finally {
    vi.useRealTimers()
  }
}

const pageIdOf = (body: string | undefined) => (JSON.parse(body as string) as { page_id: string }).page_id

/** The ids of all messages that can be received by now. */
const received = async (): Promise<string[]> => {
  const { sqs, queueUrls } = world()
  const QueueUrl = queueUrls[pageReviews.name]
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  if (Messages.length === 0) return []
  return [...Messages.map(({ Body }) => pageIdOf(Body)), ...(await received())]
}

afterEach(() => void vi.useRealTimers())

describe('The scheduler', () => {
  test('sends each message of a minute once, however many there are', async () => {
    const ids = await givenScheduled(at(10 * minute), 1_200)

    await run(9 * minute)
    const early = await received()
    await run(11 * minute)
    await run(12 * minute)

    expect(early).toEqual([])
    expect((await received()).sort()).toEqual(ids.sort())
  })

  test('has SQS hold back what is due later in its minute', async () => {
    const begin = minute - (Date.now() % minute) + 20 * minute
    const [due] = await givenScheduled(at(begin), 1)
    await givenScheduled(at(begin + 50_000), 1)

    await run(begin + 5_000)

    expect(await received()).toEqual([due])
  })

  test('goes on where it was after a time in which it did not run', async () => {
    await run(25 * minute)
    const ids = await givenScheduled(at(26 * minute), 3)

    await run(50 * minute)

    expect((await received()).sort()).toEqual(ids.sort())
  })

  test('sends a message again when it was killed before the row was removed, and loses none', async () => {
    const ids = await givenScheduled(at(55 * minute), 30)

    const { proxy, loaded, end } = await givenTableProxy(() => import('../../src/scheduler.ts'))
    onTestFinished(end)
    proxy.drops = (operation) => operation === 'BatchWriteItem'
    await expect(run(56 * minute, loaded.sendScheduledMessages)).rejects.toMatchObject({ status: 503 })
    const first = await received()
    await run(57 * minute)
    const second = await received()

    expect(first.length).toBeGreaterThan(0)
    expect([...new Set([...first, ...second])].sort()).toEqual(ids.sort())
  })

  test('keeps what a queue does not take', async () => {
    const ids = await givenScheduled(at(60 * minute), 2)

    vi.stubEnv(queueVariable(pageReviews.name), `${world().endpoints.sqs}/000000000000/gone`)
    await expect(run(61 * minute)).rejects.toMatchObject({ status: 503 })
    vi.unstubAllEnvs()
    await run(62 * minute)

    expect((await received()).sort()).toEqual(ids.sort())
  })
})
