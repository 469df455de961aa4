import { worker } from '../../platform/events/worker.ts'
import { answerQueue, Place, toAnswer } from '../answer-queue.ts'
import { answer } from '../answering.ts'
import { leaseSeconds } from '../lease.ts'

/** Writes replies that nobody streams, and those of which the streaming was cut off. */
export const answerMessage = worker(
  {
    queue: answerQueue,
    message: Place,
    batchSize: 1,
    timeoutSeconds: 900,
    concurrency: 200,
    profile: 'chats',
    runsOthers: true,
    asksModels: true,
    recursive: true,
  },
  async (place) => {
    const isDone = await answer(place)
    // whoever is at it may yet be cut off
    return isDone ? undefined : toAnswer(place, leaseSeconds)
  },
)
