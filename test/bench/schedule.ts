import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { setTimeout as sleep } from 'node:timers/promises'
import { localAws } from '../../infra/local/settings/variables.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import {
  startOfMinute,
  toMonth,
  monthPartitions,
  scheduledMessages,
} from '../../src/platform/events/schedule.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { countItems } from '../../src/platform/table/query.ts'
import { pageReviews } from '../../src/wiki/queues.ts'
import { randomFrom } from '../attack/random.ts'
import { workerProcess } from '../support/worker-process.ts'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/** Number of messages due in one minute, unless `--messages=…` sets it. */
const allMessages = 100_000

/** Number of times the scheduler is killed before it may finish. */
const kills = 10

/** Maximum time from its start to its kill, in milliseconds. */
const maxLifeMilliseconds = 3_000

const scheduler = 'src/scheduler.ts'

/** Creates messages that are due in the minute that has just begun, and returns their IDs. */
const givenDue = async (count: number): Promise<{ at: string; ids: Set<string> }> => {
  const at = new Date(startOfMinute(Date.now())).toISOString()
  const ids = new Set(Array.from({ length: count }, () => newId()))
  const rows = [...ids].map((id) => {
    const { queue, kind, body } = pageReviews.message({ page_id: id, review_at: at })
    return scheduledMessages.make({ id, at, queue, kind, body })
  })
  for (let from = 0; from < rows.length; from += 1_000)
    await writeBatch(rows.slice(from, from + 1_000).map(scheduledMessages.itemOf), [])
  return { at, ids }
}

/** Returns the number of unsent messages of the month. */
const leftOf = async (at: string): Promise<number> => {
  const counts = monthPartitions(toMonth(at)).map(async (pk) => {
    const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
    return (await countItems({ ...query, ConsistentRead: true, Limit: 1 })).count
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Receives messages from the queue until `end`, and counts the deliveries of each. */
const receiver = ({ endpoints, queueUrls }: BenchWorld) => {
  const sqs = new SQSClient({ ...localAws, endpoint: endpoints.sqs })
  const QueueUrl = queueUrls[pageReviews.queue] as string
  const seen = new Map<string, number>()
  let isEnding = false
  const take = async () => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
    for (const { Body = '' } of Messages) {
      const { page_id } = (JSON.parse(Body) as { body: { page_id: string } }).body
      seen.set(page_id, (seen.get(page_id) ?? 0) + 1)
    }
    const Entries = Messages.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }))
    if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    return Messages.length
  }
  const running = (async () => {
    for (;;) {
      const count = await take()
      if (count > 0) continue
      if (isEnding) return
      await sleep(100)
    }
  })()
  return {
    seen,
    end: async () => {
      isEnding = true
      await running
      sqs.destroy()
    },
  }
}

/**
 * Measures 100,000 messages that are due in one minute, with a scheduler that is repeatedly killed while it sends them.
 */
export const schedule = (flags: string[]): Promise<Outcome> =>
  inBenchWorld(async (world) => {
    const asked = flags.find((flag) => flag.startsWith('--messages='))?.slice('--messages='.length)
    const { at, ids } = await givenDue(Number(asked ?? allMessages))
    const queue = receiver(world)
    const random = randomFrom(1)
    const start = () => workerProcess([scheduler], { AWS_ENDPOINT_URL_DYNAMODB: world.endpoints.dynamodb })
    let killed = 0
    while (killed < kills && (await leftOf(at)) > 0) {
      const process = start()
      const run = process.invoke({}).catch(() => {})
      await Promise.race([run, sleep(200 + random.below(maxLifeMilliseconds))])
      await process.kill()
      killed += 1
    }
    const last = start()
    const from = performance.now()
    let runs = 0
    while ((await leftOf(at)) > 0) {
      await last.invoke({})
      runs += 1
    }
    const seconds = (performance.now() - from) / 1000
    await last.kill()
    await queue.end()

    const missed = [...ids].filter((id) => !queue.seen.has(id)).length
    const foreign = [...queue.seen.keys()].filter((id) => !ids.has(id)).length
    const again = [...queue.seen.values()].reduce((sum, count) => sum + count - 1, 0)
    printTable(
      `${ids.size} messages due in one minute; the scheduler is killed ${killed} times`,
      ['sent', 'missed', 'sent again after a kill', 'runs without a kill', 'seconds of these'],
      [[queue.seen.size, missed, again, runs, seconds.toFixed(1)]],
    )
    const broken = [
      ...(missed > 0 ? [`${missed} messages were never sent`] : []),
      ...(foreign > 0 ? [`${foreign} messages that nobody scheduled were sent`] : []),
      ...(killed === 0 ? ['the scheduler was not killed'] : []),
    ]
    return {
      measured: `${missed} missed of ${ids.size}, ${again} again after ${killed} kills`,
      isMet: broken.length === 0,
      broken,
    }
  })
