import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { jobs } from '../../src/jobs/job/job.ts'
import { scheduledMessages, scheduleMessage } from '../../src/platform/events/schedule.ts'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import type { Item } from '../../src/platform/table/operation.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { pageReviews } from '../../src/wiki/queues.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { lambdaContext, world } from '../support/world.ts'

const minute = 60_000
const day = 24 * 60 * minute

const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** Schedules messages with new IDs for a time. */
const givenScheduled = async (time: string, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  const rows = ids.map((id) => {
    const { queue, kind, body } = pageReviews.message({ page_id: id, review_at: time })
    return scheduledMessages.make({ id, at: time, queue, kind, body })
  })
  await writeBatch(rows.map(scheduledMessages.itemOf), [])
  return ids
}

/** Runs the scheduler as if this many milliseconds had passed. */
const run = async (milliseconds: number, send = sendScheduledMessages) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  try {
    await send({}, lambdaContext('scheduler'))
  } finally {
    vi.useRealTimers()
  }
}

const pageIdOf = (body: string | undefined) =>
  (JSON.parse(body as string) as { body: { page_id: string } }).body.page_id

/** Returns the IDs of all messages that can be received now. */
const received = async (): Promise<string[]> => {
  const { sqs, queueUrls } = world()
  const QueueUrl = queueUrls[pageReviews.queue]
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  if (Messages.length === 0) return []
  return [...Messages.map(({ Body }) => pageIdOf(Body)), ...(await received())]
}

/** Returns, for each Sunday between two times in milliseconds since 1970, whether its weekly job was started. */
const weeklyJobs = async (from: number, until: number): Promise<boolean[]> => {
  const hour = 60 * minute
  const first = Math.ceil(from / hour) * hour
  const hours = Array.from(
    { length: Math.floor((until - first) / hour) + 1 },
    (_, n) => new Date(first + n * hour),
  )
  const sundays = hours.filter((time) => time.getUTCDay() === 0 && time.getUTCHours() === 2)
  const ids = sundays.map((time) => derivedId(time.getTime(), `address_expiry#${time.toISOString()}`))
  return Promise.all(ids.map(async (id) => (await jobs.find({ id })) !== undefined))
}

afterEach(() => void vi.useRealTimers())

describe('A scheduled message', () => {
  test('returns with its delay in a minute that has begun, and otherwise waits for the scheduler', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / minute) * minute })
    const [id, review_at] = [randomUUID(), at(0)]
    const message = pageReviews.message({ page_id: id, review_at })

    const messages = []
    for (const delay of [-day, 0, 50_000, minute, minute])
      messages.push(await scheduleMessage(id, at(delay), message))

    expect(messages.map((one) => one?.delaySeconds)).toEqual([0, 0, 50, undefined, undefined])
    vi.useRealTimers()
    await run(3 * minute)
    expect((await received()).filter((one) => one === id)).toHaveLength(1)
  })
})

describe('The scheduler', () => {
  test('sends each message of a minute once, in any number', async () => {
    const ids = await givenScheduled(at(10 * minute), 1_200)

    // a whole minute earlier: at nine, their minute may begin while they are written
    await run(8 * minute)
    const early = await received()
    await run(11 * minute)
    await run(12 * minute)

    expect(early).toEqual([])
    expect((await received()).sort()).toEqual(ids.sort())
  })

  test('lets SQS delay messages that are due later in their minute', async () => {
    const begin = minute - (Date.now() % minute) + 20 * minute
    const [due] = await givenScheduled(at(begin), 1)
    await givenScheduled(at(begin + 50_000), 1)

    await run(begin + 5_000)

    expect(await received()).toEqual([due])
  })

  test('continues where it stopped after a pause', async () => {
    await run(25 * minute)
    const ids = await givenScheduled(at(26 * minute), 3)

    await run(50 * minute)

    expect((await received()).sort()).toEqual(ids.sort())
  })

  test('sends messages again if it was killed before it removed their rows, and loses none', async () => {
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

  test('keeps messages that a queue rejects', async () => {
    const ids = await givenScheduled(at(60 * minute), 2)

    vi.stubEnv('QUEUE_URL_PREFIX', `${world().endpoints.sqs}/000000000000/gone-`)
    await expect(run(61 * minute)).rejects.toMatchObject({ status: 503 })
    vi.unstubAllEnvs()
    await run(62 * minute)

    expect((await received()).sort()).toEqual(ids.sort())
  })

  test('recovers from a gap of 40 days with few calls, and starts the weekly jobs once', async () => {
    const began = Date.now() + 70 * minute
    await run(70 * minute)
    const ids = await Promise.all([1, 11, 25, 39.5].map((days) => givenScheduled(at(days * day), 3)))

    const { proxy, loaded, end } = await givenTableProxy(() => import('../../src/scheduler.ts'))
    onTestFinished(end)
    await run(40 * day, loaded.sendScheduledMessages)
    const calls = proxy.calls.length
    await run(40 * day + minute, loaded.sendScheduledMessages)

    expect((await received()).sort()).toEqual(ids.flat().sort())
    expect(calls).toBeLessThan(60)
    expect(proxy.calls.length - calls).toBeLessThan(20) // the gap is closed
    const started = await weeklyJobs(began, began + 40 * day - 70 * minute)
    expect(started).toEqual(started.map((_, n) => n === started.length - 1))
  })

  test('sends due messages although the clock was set back', async () => {
    await run(45 * day)
    const [due] = await givenScheduled(at(42 * day), 1)
    await givenScheduled(at(44 * day), 1)

    await run(43 * day)

    expect(await received()).toEqual([due])
  })

  test('sends unsent messages however long ago they were due', async () => {
    const time = at(46 * day)
    const [due] = await givenScheduled(time, 1)

    const [row] = await getItems([scheduledMessages.keyOf({ id: due as string, at: time })])
    await run(400 * day)

    expect(row).not.toHaveProperty('ttl')
    expect(await received()).toContain(due)
  })

  test('sends all other messages if no queue takes one', async () => {
    const [due] = await givenScheduled(at(401 * day), 1)
    const key = { id: randomUUID(), at: at(401 * day) }
    const lost = scheduledMessages.make({ ...key, queue: 'notices', kind: 'wiki-reviews', body: {} })
    const item: Item = scheduledMessages.itemOf(lost)
    const closed = { ...item, summary: { ...(item['summary'] as object), queue: 'closed' } }
    await writeBatch([closed], [])

    await expect(run(401 * day + minute)).rejects.toMatchObject({ status: 503 })
    const [next] = await givenScheduled(at(440 * day), 1)
    await expect(run(440 * day + minute)).rejects.toMatchObject({ status: 503 })

    expect(new Set(await received())).toEqual(new Set([due, next]))
    expect(await scheduledMessages.find(lost)).toBeDefined()
  })
})
