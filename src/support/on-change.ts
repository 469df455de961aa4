import { onChange, onSync } from '../platform/events/dispatcher.ts'
import { users } from '../platform/identity/user.ts'
import { agentSync } from './agent.ts'
import { clockReminders } from './clock-reminders.ts'
import { mailMessage, mailTicket } from './correspondence/contact-events.ts'
import { contacts } from './contact/contact.ts'
import { contactMails } from './correspondence/contact-mail.ts'
import { outgoingContactMails, refusedContacts, ticketFacts, ticketRenames } from './queues.ts'
import { changesFacts } from './report/fact-changes.ts'
import { ticketMessages } from './ticket/ticket-message.ts'
import { toMergeEvents, toMessageEvents, toTicketEvents } from './ticket-events.ts'
import { assignedRows } from './ticket/derived-rows.ts'
import { tickets } from './ticket/ticket.ts'

export const changeHandlers = [
  onSync(tickets, assignedRows),

  onChange(tickets, async ({ before, after }) => {
    if (!after || after.version === before?.version) return []
    const isRenamed = before && before.subject !== after.subject
    const renames = isRenamed ? [ticketRenames.message({ ticket_id: after.id })] : []
    await mailTicket(before, after)
    return [...renames, ...toTicketEvents(before, after), ...toMergeEvents(before, after)]
  }),

  onSync(tickets, clockReminders),

  onChange(tickets, ({ before, after }) =>
    after && changesFacts(before, after)
      ? [ticketFacts.message({ ticket_id: after.id, at: after.updated_at })]
      : [],
  ),

  onSync(users, agentSync),

  onChange(ticketMessages, async ({ before, after }) => {
    if (before || !after) return []
    await mailMessage(after)
    return toMessageEvents(after)
  }),

  onChange(contacts, ({ before, after }) => {
    if (before?.email_status !== 'ok' || !after || after.email_status === 'ok') return []
    const { id: contact_id, name, email_status: status, updated_at: at } = after
    return [refusedContacts.message({ contact_id, name, status, at })]
  }),

  onChange(contactMails, ({ before, after }) => {
    if (before || !after) return []
    const { contact_id, id } = after
    return [outgoingContactMails.message({ contact_id, id })]
  }),
]
