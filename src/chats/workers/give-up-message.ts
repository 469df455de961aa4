import { worker } from '../../platform/events/worker.ts'
import { replies } from '../queues.ts'
import { abandonReply } from '../replies/run.ts'

/** Replies that have failed again and again: they say so, and can be asked for again. */
export const giveUpMessage = worker(replies, { isForDeadLetters: true }, abandonReply)
