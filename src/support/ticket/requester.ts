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
 * Throws 422 if both fields name a requester, and 403 if a caller who is not an agent opens a ticket for another person
 * or contact. A contact who opens a ticket by mail is the caller.
 */
export const requireRequesterRight = (actor: Actor, { requester_id, contact_id }: RequesterInput): void => {
  if (requester_id !== undefined && contact_id !== undefined)
    throw invalid('contact_id', 'must not be sent together with "requester_id"')
  if (isAgent(actor)) return
  if ((requester_id ?? actor.id) !== actor.id) throw agentsOnly('set "requester_id"')
  if ((contact_id ?? actor.id) !== actor.id) throw agentsOnly('set "contact_id"')
}

/** Returns a contact as a requester; throws 409 if an agent opens the ticket and the service sends no email. */
const requireContact = async (actor: Actor, contact_id: string): Promise<Requester> => {
  const contact = await contacts.find({ id: contact_id })
  if (!contact) throw invalid('contact_id', 'must be the ID of a contact')
  if (actor.id !== contact_id) requireContactMail()
  return { id: contact.id, name: contact.name, contact_id }
}

/**
 * Returns the requester of a new ticket: the caller, or the person or contact for whom an agent opens it. Throws 409
 * for a contact if the service sends no email, 422 for an unknown contact, and an unknown or inactive person.
 */
export const findRequester = async (
  actor: Actor,
  { requester_id: id = actor.id, contact_id }: RequesterInput,
): Promise<Requester> => {
  if (contact_id !== undefined) return requireContact(actor, contact_id)
  if (id === actor.id) return { id, name: actor.name, contact_id: null }
  const person = await users.find({ id })
  if (!person?.is_active || person.type !== 'person')
    throw invalid('requester_id', 'must be the ID of an active person')
  return { id, name: person.name, contact_id: null }
}
