import { remind } from '../../notifications/notify.ts'
import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { worker, type Worker } from '../../platform/events/worker.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { linkTo } from '../../platform/resource.ts'
import { now } from '../../platform/runtime/time.ts'
import { isActiveAgent } from '../agent.ts'
import { readAgentPage } from '../agent-page.ts'
import { dueClocks } from '../clock/ticket-clock.ts'
import { ticketReminders, type TicketReminder } from '../queues.ts'
import { tickets, ticketType, type StoredTicket } from '../ticket/ticket.ts'

/** Returns true if the clock still runs towards the due time of the reminder. */
const isStillDue = (ticket: StoredTicket, { clock, due_at }: TicketReminder): boolean =>
  dueClocks(ticket).some((due) => due.name === clock && due.due_at === due_at)

const storeBreach = (ticket: StoredTicket, reminder: TicketReminder) =>
  tickets.updateIfThere(ticket, (current) =>
    current.sla && isStillDue(current, reminder) ? { sla: { ...current.sla, breached: true } } : {},
  )

/** Returns true if the assignee of a ticket can be reminded. */
const hasActiveAssignee = async ({ assignee_id }: StoredTicket): Promise<boolean> => {
  const person = assignee_id === null ? undefined : await findPrincipal(assignee_id)
  return person !== undefined && isActiveAgent(person)
}

/**
 * Reminds the assignee of a ticket, or else the agents in its group, or else all agents, unless the clock is paused or
 * stopped. Skips a warning if the due time has passed; at the due time, also marks the ticket as breached. Clocks with
 * the same due time lead to one notification.
 */
const remindPage = worker(ticketReminders, {}, async (reminder) => {
  const { type, ticket_id, clock, due_at } = reminder
  const ticket = await tickets.find({ id: ticket_id })
  const leaveOut = (outcome: Outcome) => logOutcome({ type, id: ticket_id }, outcome)
  if (!ticket || !isStillDue(ticket, reminder)) return leaveOut('obsolete')
  if (type === 'ticket_due_soon' && due_at <= now()) return leaveOut('expired')
  if (type === 'ticket_overdue') await storeBreach(ticket, reminder)

  const notification = {
    type,
    params: { at: due_at, clock },
    actor: null,
    resource: linkTo(ticketType, { id: ticket_id, title: ticket.subject }),
    cause: `support.${type}#${ticket_id}#${due_at}`,
  }
  if (await hasActiveAssignee(ticket)) return remind([ticket.assignee_id as string], notification)
  const { people, next } = await readAgentPage(reminder, ticket, [ticket.requester.id])
  await remind(people, notification)
  return next && { ...ticketReminders.message({ ...reminder, ...next }), queue: 'fan-outs' as const }
})

export const remindAgents: Worker = { ...remindPage, queues: ['notices', 'fan-outs'] }
