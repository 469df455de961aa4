import { worker } from '../../platform/events/worker.ts'
import { replies } from '../queues.ts'
import { runReply } from '../replies/run.ts'
import { leaseSeconds } from '../replies/lease.ts'

/** Writes replies that nobody streams, and those of which the streaming was cut off. */
export const answerMessage = worker(
  replies,
  {
    batchSize: 1,
    timeoutSeconds: 900,
    concurrency: 200,
    profile: 'chats',
    invokesEndpoints: true,
    asksModels: true,
    recursive: true,
  },
  async (reply) => {
    const isDone = await runReply(reply)
    // whoever is at it may yet be cut off
    return isDone ? undefined : replies.message(reply, leaseSeconds)
  },
)
