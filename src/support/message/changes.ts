import { attachable } from '../../files/attachment/attachable-files.ts'
import { toAttach } from '../../files/attachment/attachment.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { transact } from '../../platform/table/table.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { now } from '../../platform/runtime/time.ts'
import type { Changes } from '../../platform/table/changes.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { requireAgentSide, requireTicket } from '../ticket/access.ts'
import { countersFor, requireNewest } from './base-message.ts'
import { requireContactMail, toRequireMailedContact } from '../contact/mail-access.ts'
import { toTicketCopy } from '../ticket/ticket-copy.ts'
import { withClocks } from '../ticket/clock-changes.ts'
import { findMovedMessage } from '../ticket/merge-target.ts'
import { ticketMessageRef } from './resource.ts'
import {
  ticketMessages,
  ticketMessageType,
  type NewTicketMessage,
  type StoredTicketMessage,
} from '../ticket/ticket-message.ts'
import { requireUnmoved, transitionTo } from '../ticket/status-changes.ts'
import { tickets, type StoredTicket } from '../ticket/ticket.ts'
import { statusAfterMessage, type Side } from '../ticket/transitions.ts'

/**
 * Returns the changes that a public message makes to its ticket, besides the counts. They leave `moved` unchanged: the
 * message itself causes the notification, not the change of status.
 */
const ticketChanges = (
  ticket: StoredTicket,
  { author, created_at }: StoredTicketMessage,
): Promise<Changes<StoredTicket>> => {
  const isFirst = author.type === 'agent' && ticket.first_response_at === null
  const changes = {
    ...transitionTo(ticket, statusAfterMessage(ticket.status, author.type), created_at),
    ...(isFirst && { first_response_at: created_at }),
  }
  return withClocks(ticket, changes, created_at)
}

/**
 * Returns the write that counts a message on its ticket and applies the changes it causes, on condition that the
 * counters in `unchanged` are the same.
 */
const toCountMessage = async (
  ticket: StoredTicket,
  message: StoredTicketMessage,
  unchanged: ReturnType<typeof countersFor>,
): Promise<Operation> => {
  const { is_internal, author, created_at: at } = message
  const { status, assignee_id } = ticket
  const handled = author.type === 'agent' ? { handled_at: at } : undefined
  const increment = is_internal
    ? { add: { internal_count: 1 }, latest: { last_internal_at: at }, unchanged }
    : { add: { message_count: 1 }, latest: { last_message_at: at }, unchanged }
  const changes = is_internal ? {} : await ticketChanges(ticket, message)
  if (Object.keys(changes).length > 0)
    return tickets.toIncrement(ticket, increment, tickets.toUpdate(ticket, { ...changes, ...handled }))
  // many people may write at the same time while the status and the assignee stay the same
  const where = is_internal ? { status } : { status, assignee_id }
  return tickets.toIncrement(ticket, { ...increment, where }, handled && tickets.toTouch(ticket, handled, {}))
}

/**
 * Returns the recipient of a message: the requester, `contact` for a requester without an account, the assignee, or all
 * agents; null for the author and for internal messages.
 */
const messageRecipient = (
  { requester, assignee_id }: StoredTicket,
  side: Side,
  is_internal: boolean,
  actor: Actor,
) => {
  if (is_internal) return null
  if (side === 'agent' && requester.contact_id !== null) return 'contact'
  const other = side === 'agent' ? requester.id : (assignee_id ?? 'agents')
  return other === actor.id ? null : other
}

export const ticketClosed = problem(
  'support.ticket_closed',
  409,
  'The ticket is closed; reopen it before adding a message.',
)

const requireOpenTicket = ({ status }: StoredTicket, side: Side): void => {
  if (side === 'requester' && status === 'closed') throw ticketClosed()
}

/** Returns the writes that add a message to its ticket; throws 409 if an answer cannot reach its contact. */
const toAddMessage = async (
  ticket: StoredTicket,
  message: StoredTicketMessage,
  unchanged: ReturnType<typeof countersFor>,
): Promise<Operation[]> => {
  const isMailed = message.tells === 'contact'
  if (isMailed) requireContactMail()
  return [
    ...(isMailed ? [toRequireMailedContact(message.requester_id)] : []),
    await toCountMessage(ticket, message, unchanged),
    ticketMessages.toCreate(message),
    ...toAttach(ticketMessageType, ticketMessageRef(message), [], message.attachments),
  ]
}

type Fields = z.output<typeof NewTicketMessage>
type NewMessage = Omit<Fields, 'base_message_id'> & Partial<Fields>

/**
 * Adds a message to a ticket and changes the ticket accordingly, in one transaction. Throws 404 if the caller may not
 * see the ticket; 403 if a requester sends an internal message; 409 if a requester writes to a closed ticket, there is
 * a newer message than `base_message_id`, or an answer cannot reach its contact; 422 for a wrong attachment.
 */
export const addMessage = async (
  actor: Actor,
  { attachments: file_ids, base_message_id: base_id = null, ...fields }: NewMessage,
): Promise<StoredTicketMessage> => {
  // validated in parallel, thrown only after the caller's permission is checked
  const attaching = awaitLater(attachable(actor, file_ids, 'attachments'))
  const stamp = { id: newId(), created_at: now() }
  const [found, present] = await Promise.all([
    tickets.find({ id: fields.ticket_id }),
    ticketMessages.find({ ...fields, ...stamp }), // created by an interrupted earlier attempt
  ])
  const { ticket } = requireTicket(actor, found)
  if (present) return present
  return tickets.modify(ticket, async (current) => {
    const { side } = requireTicket(actor, current)
    if (fields.is_internal)
      requireAgentSide(actor, current, 'send internal messages, and only on tickets of other people')
    const attachments = await attaching
    if (base_id !== null) await requireNewest(current.id, side, base_id)
    // an interrupted earlier attempt may have created the message before the merge
    const moved = await findMovedMessage(current, { ...fields, ...stamp })
    if (moved) return moved
    requireUnmoved(current)
    requireOpenTicket(current, side)
    const message = ticketMessages.make({
      ...fields,
      attachments,
      ...stamp,
      requester_id: current.requester.id,
      ticket: toTicketCopy(current),
      author: { type: side, id: actor.id, name: actor.name },
      tells: messageRecipient(current, side, fields.is_internal, actor),
    })
    await transact(await toAddMessage(current, message, base_id === null ? [] : countersFor(side)))
    return message
  })
}
