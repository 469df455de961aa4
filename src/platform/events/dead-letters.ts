import { log } from '../runtime/log.ts'
import { deadLettersOf, queueNames } from './queues.ts'
import { countMessages } from './sqs.ts'

/** Counting costs a call for each queue (decision 0038). */
export const everyMinutes = 5

/**
 * Logs which queues hold dead letters, every five minutes as long as there are any: one metric for
 * all of them is counted by that line (infra/logs.yml). What cannot be counted is logged too, and counted next time.
 */
export const reportDeadLetters = async (now: Date): Promise<void> => {
  if (now.getUTCMinutes() % everyMinutes !== 0) return
  const report = async (queue: string) => {
    const messages = await countMessages(queue)
    if (messages > 0) log.warn('dead letters', { queue, messages })
  }
  const counted = queueNames.map((name) => {
    const queue = deadLettersOf(name)
    return report(queue).catch((error: unknown) =>
      log.error('counting dead letters failed', error, { queue }),
    )
  })
  await Promise.all(counted)
}
