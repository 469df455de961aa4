import { worker } from '../../platform/events/worker.ts'
import { answerQueue, ReplyRef, toAnswer } from '../answer-queue.ts'
import { runReply } from '../replies/run.ts'
import { leaseSeconds } from '../replies/lease.ts'

/** Writes replies that nobody streams, and those of which the streaming was cut off. */
export const answerMessage = worker(
  {
    queue: answerQueue,
    message: ReplyRef,
    batchSize: 1,
    timeoutSeconds: 900,
    concurrency: 200,
    profile: 'chats',
    invokesEndpoints: true,
    asksModels: true,
    recursive: true,
  },
  async (place) => {
    const isDone = await runReply(place)
    // whoever is at it may yet be cut off
    return isDone ? undefined : toAnswer(place, leaseSeconds)
  },
)
