import { randomUUID } from 'node:crypto'
import { createContact } from '../../src/support/contact/endpoints/create-contact.ts'
import { changePolicies } from '../../src/support/policies/changes.ts'
import { loadPolicies } from '../../src/support/policies/policies.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { createMacro } from '../../src/support/macro/endpoints/create-macro.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import type { TicketStatus } from '../../src/support/ticket/ticket.ts'
import type { BodyOf } from './call.ts'
import { made } from './given.ts'
import { signedIn, type SignedIn } from './people.ts'

type Ticket = { id: string }

export const givenTicket = (as: SignedIn, fields: Partial<BodyOf<typeof createTicket>> = {}) =>
  made(createTicket, { as, body: { subject: 'The printer is on fire', ...fields } })

export const givenMessage = (
  as: SignedIn,
  { id }: Ticket,
  fields: Partial<BodyOf<typeof createMessage>> = {},
) => made(createMessage, { as, body: { ticket_id: id, text: 'Some words', ...fields } })

/** Creates a contact with an address of its own. */
export const givenContact = (as: SignedIn, fields: Partial<BodyOf<typeof createContact>> = {}) =>
  made(createContact, {
    as,
    body: { name: 'Carla Customer', email: `${randomUUID()}@customer.example`, ...fields },
  })

/** Returns a ticket as `as` sees it. */
export const ticketFor = (as: SignedIn, { id }: Ticket) => made(readTicket, { as, params: { id } })

/** Returns a ticket after a change by `as`. */
export const changedTicket = (as: SignedIn, { id }: Ticket, body: BodyOf<typeof updateTicket>) =>
  made(updateTicket, { as, params: { id }, body })

/** Creates a requester, an agent and an administrator. */
export const givenDesk = async () => {
  const [requester, agent, admin] = await Promise.all([
    signedIn({ name: 'Rosa Requester' }),
    signedIn({ name: 'Amir Agent', role: 'support_agent' }),
    signedIn({ name: 'Ada Admin', role: 'admin' }),
  ])
  return { requester, agent, admin }
}

/** Creates a category for a group; returns its name. */
export const givenCategory = async (group_id: string | null, name: string = randomUUID()) => {
  const { categories } = await loadPolicies()
  await changePolicies({ categories: [...categories, { name, group_id, address: null }] }, undefined)
  return name
}

/** Creates a ticket of `requester` that an agent has moved to a status. */
export const givenTicketIn = async (requester: SignedIn, agent: SignedIn, status: TicketStatus) =>
  changedTicket(agent, await givenTicket(requester), { status })

export const givenMacro = (as: SignedIn, fields: Partial<BodyOf<typeof createMacro>> = {}) =>
  made(createMacro, { as, body: { name: 'Ask for a photo', ...fields } })
