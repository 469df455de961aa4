import { log } from '../runtime/log.ts'
import { deadLetterQueue, queueNames } from './queues.ts'
import { countMessages } from './sqs.ts'

/** Interval between counts; each count costs a call per queue (decision 0038). */
export const everyMinutes = 5

/**
 * Logs the queues that contain dead letters, every five minutes; a metric counts the log line
 * (infra/template/logs.yml). Logs a failed count too.
 */
export const reportDeadLetters = async (now: Date): Promise<void> => {
  if (now.getUTCMinutes() % everyMinutes !== 0) return
  const report = async (queue: string) => {
    const messages = await countMessages(queue)
    if (messages > 0) log.warn('dead letters', { queue, messages })
  }
  const counted = queueNames.map((name) => {
    const queue = deadLetterQueue(name)
    return report(queue).catch((error: unknown) =>
      log.error('counting dead letters failed', error, { queue }),
    )
  })
  await Promise.all(counted)
}
