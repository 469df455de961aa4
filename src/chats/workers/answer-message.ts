import { worker } from '../../platform/events/worker.ts'
import { replies } from '../queues.ts'
import { abandonReply, runReply } from '../replies/run.ts'
import { leaseSeconds } from '../lease.ts'

/**
 * Writes replies that are not streamed, and those whose streaming was cut off. After repeated failures, the reply is
 * marked as failed and can be retried.
 */
export const answerMessage = worker(replies, { giveUp: abandonReply }, async (reply) => {
  const isDone = await runReply(reply)
  // check again after the lease, since the run that holds it may be interrupted
  return isDone ? undefined : replies.message(reply, leaseSeconds)
})
