import type { Derived } from '../platform/events/dispatcher.ts'
import { schedule } from '../platform/events/schedule.ts'
import { clockNames, type ClockName } from './clock/fields.ts'
import { dueClocks, type DueClock } from './clock/ticket-clock.ts'
import { ticketReminders } from './queues.ts'
import type { StoredTicket } from './ticket/ticket.ts'

/** A running clock of a ticket. */
interface TicketTimer extends DueClock {
  /** ID of the pair of ticket and clock. */
  id: string
  ticket_id: string
}

/** The warning and the notification of a due time. */
const timers = schedule<TicketTimer>(({ ticket_id, name: clock, due_at, soon_at }) => {
  const about = { ticket_id, clock, due_at }
  return [
    ...(soon_at === null
      ? []
      : [{ at: soon_at, message: ticketReminders.message({ ...about, type: 'ticket_due_soon' }) }]),
    { at: due_at, message: ticketReminders.message({ ...about, type: 'ticket_overdue' }) },
  ]
})

const findTimer = (ticket: StoredTicket | undefined, clock: ClockName): TicketTimer | undefined => {
  const due = ticket && dueClocks(ticket).find(({ name }) => name === clock)
  return due && { ...due, id: `${ticket.id}#${clock}`, ticket_id: ticket.id }
}

/**
 * Schedules the reminders of a ticket's clocks, and cancels those of paused and stopped clocks. Returns the reminders
 * whose time has already come.
 */
export const clockReminders: Derived<StoredTicket> = {
  sync: async (before, after, read) => {
    const sent = await Promise.all(
      clockNames.map((clock) =>
        timers.sync(findTimer(before, clock), findTimer(after, clock), async () =>
          findTimer(await read(), clock),
        ),
      ),
    )
    return sent.flat()
  },
}
