import { isDeepStrictEqual } from 'node:util'
import type { StoredTicket } from '../ticket/ticket.ts'

/** Returns the fields of a ticket on which its facts in reports depend. */
const factFields = (ticket: StoredTicket) => {
  const { assignee_id, category, group_id, merged, sla, rating } = ticket
  const { resolved_at, closed_at, first_response_at } = ticket
  return [
    [assignee_id, category, group_id],
    [merged, resolved_at ?? closed_at, first_response_at, sla?.breached === true, rating],
  ]
}

/** Returns true if a change of a ticket changes its facts in reports. */
export const changesFacts = (before: StoredTicket | undefined, after: StoredTicket): boolean =>
  !before || !isDeepStrictEqual(factFields(before), factFields(after))
