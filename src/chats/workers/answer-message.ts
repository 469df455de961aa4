import { worker } from '../../platform/events/worker.ts'
import { replies } from '../queues.ts'
import { abandonReply, runReply } from '../replies/run.ts'
import { leaseSeconds } from '../replies/lease.ts'

/**
 * Writes replies that nobody streams, and those whose streaming was cut off. One that fails again and again says
 * so, and can be asked for again.
 */
export const answerMessage = worker(replies, { giveUp: abandonReply }, async (reply) => {
  const isDone = await runReply(reply)
  // the worker that has it may yet be cut off
  return isDone ? undefined : replies.message(reply, leaseSeconds)
})
