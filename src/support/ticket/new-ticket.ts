import type { Actor } from '../../platform/identity/actor.ts'
import { isAgent } from '../../platform/identity/user.ts'
import * as z from '../../platform/schema/schema.ts'
import { newId } from '../../platform/runtime/id.ts'
import { now } from '../../platform/runtime/time.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact, updateItem } from '../../platform/table/table.ts'
import { startClocks } from '../clock/ticket-clock.ts'
import { loadPolicies } from '../policies/policies.ts'
import { toRequireContact } from '../contact/mail-access.ts'
import { agentsOnly } from './access.ts'
import { findRequester, requireRequesterRight, type RequesterInput } from './requester.ts'
import { toTicketCopy } from './ticket-copy.ts'
import { categoryByPolicies } from './ticket-group.ts'
import { ticketMessages } from './ticket-message.ts'
import type { TicketInput } from './ticket-input.ts'
import { ticketOpener, tickets, type StoredTicket } from './ticket.ts'

/** Counter for ticket numbers; its version is the last assigned number. */
const ticketCounters = entity({
  name: 'support.ticket_counter',
  isInternal: true,
  schema: z.object({ of: z.string(), version: z.int() }),
  key: ({ of }: { of: string }) => ({ pk: `counter#${of}`, sk: 'counter' }),
})

const ids = { of: 'tickets' }

type Counter = ThingOf<typeof ticketCounters> | undefined

const findCounter = (): Promise<Counter> => ticketCounters.find(ids)

/** Returns the next number, and the write that takes it on condition that no other request took it first. */
const nextNumber = (counter: Counter): { number: number; taking: Operation } =>
  counter
    ? { number: counter.version + 1, taking: ticketCounters.toUpdate(counter, {}) }
    : { number: 1, taking: ticketCounters.toCreate({ ...ids, version: 1 }) }

/**
 * Takes a unique number, even under contention. A number is lost if no ticket is created with it, or if the response
 * got lost and the call was retried: numbers may have gaps.
 */
const takeNumber = async (): Promise<number> => {
  const before = await updateItem({ ...ticketCounters.toAdd(ids, 'version', 1), otherwise: undefined })
  return ticketCounters.read(before).version + 1
}

type Fields = z.output<typeof TicketInput>
type TicketFields = Omit<Fields, 'status' | 'assignee_id' | 'group_id' | 'rating' | 'tags'> & {
  description: string | null
  tags?: string[]
}

type OpenedTicket = Parameters<typeof tickets.make>[0] & Pick<TicketFields, 'description'>

/**
 * Returns a new ticket and the write of its first message, if it has one. The message is the requester's even if an
 * agent has written it, so it is no first response.
 */
const makeTicket = ({ description, ...fields }: OpenedTicket) => {
  const ticket = tickets.make(fields)
  if (description === null) return { ticket, first: [] }
  const { id: ticket_id, created_at, requester } = ticket
  const message = ticketMessages.make({
    ticket_id,
    text: description,
    author: { type: 'requester', ...ticketOpener(ticket) },
    requester_id: requester.id,
    ticket: toTicketCopy(ticket),
    created_at,
  })
  const counts = { message_count: 1, last_message_at: created_at, description_id: message.id }
  return { ticket: { ...ticket, ...counts }, first: [ticketMessages.toCreate(message)] }
}

/**
 * Creates a ticket of the caller or, by an agent, of another person or a contact. Under contention, a request that
 * loses the race for the next number takes one from the counter. Throws 403 if a requester sets a field for agents, 422
 * for two requesters, and for an unknown or inactive one, and 409 if the contact is deleted at the same time.
 */
export const openTicket = async (
  actor: Actor,
  { requester_id, contact_id, ...fields }: TicketFields & RequesterInput,
): Promise<StoredTicket> => {
  requireRequesterRight(actor, { requester_id, contact_id })
  if (!isAgent(actor) && fields.tags && fields.tags.length > 0) throw agentsOnly('set "tags"')
  const [id, created_at] = [newId(), now()]
  const [requester, counter, present, policies] = await Promise.all([
    findRequester(actor, { requester_id, contact_id }),
    findCounter(),
    tickets.find({ id }), // created by an interrupted earlier attempt, under its own number
    loadPolicies(),
  ])
  if (present) return present
  const { category, group } = categoryByPolicies(policies, fields.category)
  const create = async (number: number, taking: Operation[] = []) => {
    const { ticket: made, first } = makeTicket({
      ...fields,
      id,
      number,
      created_at,
      updated_at: created_at,
      requester,
      created_by: { id: actor.id, name: actor.name },
      category,
      group,
      group_id: group?.id ?? null,
    })
    const ticket = { ...made, ...startClocks(policies, made) }
    const contactCheck = requester.contact_id === null ? [] : [toRequireContact(requester.contact_id)]
    await transact([...taking, tickets.toCreate(ticket), ...first, ...contactCheck])
    return ticket
  }
  const { number, taking } = nextNumber(counter)
  return (await ignoreConflict(() => create(number, [taking]))) ?? create(await takeNumber())
}
