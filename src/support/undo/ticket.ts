import type { KindUndo } from '../../platform/history/undo-operations.ts'
import { readTicket } from '../endpoints/read-ticket.ts'
import { updateTicket } from '../endpoints/update-ticket.ts'
import { ticketType } from '../ticket/ticket.ts'

export const ticketUndo: KindUndo = {
  [ticketType.type]: {
    read: readTicket,
    update: updateTicket,
    fields: { category: { keeps: ['group_id'] } },
  },
}
