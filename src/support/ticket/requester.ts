import type { Actor } from '../../platform/identity/actor.ts'
import { isAgent, users } from '../../platform/identity/user.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { contacts } from '../contact/contact.ts'
import { requireContactMail } from '../contact/mail-access.ts'
import { agentsOnly } from './access.ts'
import type { StoredTicket } from './ticket.ts'

/** Input of a new ticket that names its requester; by default the caller. */
export interface RequesterInput {
  requester_id?: string | undefined
  contact_id?: string | undefined
}

type Requester = StoredTicket['requester']

/**
 * Returns a contact as a requester; throws 403 unless an agent or the contact opens the ticket, 409 if an agent opens
 * it and the service sends no email, 422 for an unknown contact.
 */
const requireContact = async (actor: Actor, contact_id: string): Promise<Requester> => {
  if (!isAgent(actor) && actor.id !== contact_id) throw agentsOnly('set "contact_id"')
  const contact = await contacts.find({ id: contact_id })
  if (!contact) throw invalid('contact_id', 'must be the ID of a contact')
  if (actor.id !== contact_id) requireContactMail()
  return { id: contact.id, name: contact.name, contact_id }
}

/**
 * Returns the requester of a new ticket: the caller, or the person or contact for whom an agent opens it. Throws 403
 * for callers who are not agents, 409 for a contact if the service sends no email, 422 for both fields, an unknown
 * contact, and an unknown or inactive person.
 */
export const findRequester = async (
  actor: Actor,
  { requester_id: id = actor.id, contact_id }: RequesterInput,
): Promise<Requester> => {
  if (contact_id !== undefined) {
    if (id !== actor.id) throw invalid('contact_id', 'must not be sent together with "requester_id"')
    return requireContact(actor, contact_id)
  }
  if (id === actor.id) return { id, name: actor.name, contact_id: null }
  if (!isAgent(actor)) throw agentsOnly('set "requester_id"')
  const person = await users.find({ id })
  if (!person?.is_active || person.type !== 'person')
    throw invalid('requester_id', 'must be the ID of an active person')
  return { id, name: person.name, contact_id: null }
}
