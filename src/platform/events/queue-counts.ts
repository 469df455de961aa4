import { deadLetterQueue, queueNames } from './queues.ts'
import { countMessages } from './sqs.ts'

/** Returns the approximate number of messages in a queue; null if SQS fails, which the client logs. */
const countOrNull = (queue: string) => countMessages(queue).catch(() => null)

/** Returns the messages that wait in each queue, and those that have failed for good, counted in parallel. */
export const readQueues = () =>
  Promise.all(
    queueNames.map(async (name) => {
      const [waiting, failed] = await Promise.all([countOrNull(name), countOrNull(deadLetterQueue(name))])
      return { name, waiting, failed }
    }),
  )
