import { worker } from '../../platform/events/worker.ts'
import { answerQueue, ReplyRef } from '../answer-queue.ts'
import { abandonReply } from '../replies/run.ts'

/** Replies that have failed again and again: they say so, and can be asked for again. */
export const giveUpMessage = worker(
  { queue: answerQueue, isForDeadLetters: true, message: ReplyRef },
  abandonReply,
)
