import pMap from 'p-map'
import { environment } from '../runtime/environment.ts'
import { log } from '../runtime/log.ts'
import { countMessages } from './sqs.ts'

/** Counting costs a call for each queue. */
const everyMinutes = 5

/** How many queues are counted at once. */
const concurrency = 16

/**
 * Logs which queues hold dead letters that no worker takes, every five minutes as long as there are any: one metric for
 * all of them is counted by that line (infra/logs.yml). What cannot be counted is logged too, and counted next time.
 */
export const reportDeadLetters = async (now: Date): Promise<void> => {
  if (now.getUTCMinutes() % everyMinutes !== 0) return
  const report = async (queue: string) => {
    const messages = await countMessages(queue)
    if (messages > 0) log.warn('dead letters', { queue, messages })
  }
  await pMap(
    environment.deadLetterQueues,
    (queue) =>
      report(queue).catch((error: unknown) => log.error('counting dead letters failed', error, { queue })),
    { concurrency },
  )
}
