import { worker, type Worker } from '../../platform/events/worker.ts'
import { moveNextMessages } from '../merge/moved-messages.ts'
import { ticketMerges } from '../queues.ts'

/** Moves the messages of a merged ticket, one transaction per message of the queue. */
export const moveMessages: Worker = worker(ticketMerges, {}, async (event) =>
  (await moveNextMessages(event.ticket_id)) ? ticketMerges.message(event) : undefined,
)
