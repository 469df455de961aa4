import { parseSort } from '../../../platform/schema/list-fields.ts'
import type { Order } from '../../../platform/table/list/sorted-list.ts'
import type { TicketSort } from './filters.ts'
import { TicketPriority, type TicketRow } from '../ticket.ts'

/** Values by which tickets are sorted, by the name of the order. */
export const ticketSortValues = {
  created: ({ id }: TicketRow) => id,
  last_message: ({ last_message_at }: TicketRow) => last_message_at,
  priority: ({ priority }: TicketRow) => TicketPriority.options.indexOf(priority),
  sla: ({ next_due_at }: TicketRow) => next_due_at,
}

/** Returns the order that a sort parameter requests. */
export const ticketOrder = (sort: TicketSort): Order<TicketRow> => {
  const { name, isDescending } = parseSort(sort)
  return { by: ticketSortValues[name], isDescending }
}
