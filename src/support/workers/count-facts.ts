import { worker, type Worker } from '../../platform/events/worker.ts'
import { ticketFacts } from '../queues.ts'
import { countTicket } from '../report/counts.ts'

/** Counts the facts of a changed ticket in reports. */
export const countFacts: Worker = worker(ticketFacts, {}, ({ ticket_id, at }) => countTicket(ticket_id, at))
