import { docs } from '#docs'
import type { Principal } from '../../platform/identity/policy.ts'
import { isAgent } from '../../platform/identity/user.ts'
import { answeredArray, Person } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { readList } from '../../platform/table/list/list.ts'
import { writeItem } from '../../platform/table/table.ts'
import { requireTicket } from './access.ts'
import { presentWithLinks } from './ticket-with-links.ts'
import { Ticket, type StoredTicket } from './ticket.ts'

/** Maximum number of viewers of a ticket in a response. */
const maxViewers = 50

export const TicketWithViewers = z.described(
  docs('A request to the support desk, and the agents who have it open.', { id: 'TicketWithViewers' }),
  {
    ...Ticket.shape,
    viewers: answeredArray(Person, maxViewers)
      .nullable()
      .meta(docs('Other agents who have the ticket open; null for its requester.')),
  },
)

/** Time for which other agents see that an agent has a ticket open (ms). */
const viewingMilliseconds = 30_000

/** An agent who has a ticket open. DynamoDB deletes the row some time after its end; reads compare the time. */
const viewings = entity({
  name: 'support.viewing',
  isInternal: true,
  schema: z.object({ ticket_id: z.string(), agent: Person, until: z.int() }),
  key: ({ ticket_id, agent }: { ticket_id: string; agent: { id: string } }) => ({
    pk: `ticket-viewings#${ticket_id}`,
    sk: agent.id,
  }),
  lists: {
    ofTicket: { partition: ({ ticket_id }: { ticket_id: string }) => `ticket-viewings#${ticket_id}` },
  },
  expires: ({ until }) => Math.ceil(until / 1_000),
})

/** Records for 30 seconds that an agent has the ticket open; one write unit. */
export const storeViewing = (
  ticket_id: string,
  { id, name }: { id: string; name: string },
): Promise<void> => {
  const until = Date.now() + viewingMilliseconds
  return writeItem(viewings.toPut(viewings.make({ ticket_id, agent: { id, name }, until })))
}

/** Returns the other agents who have a ticket open, if the caller is an agent; one round trip. */
const findViewers = async (caller: Principal, ticket_id: string) => {
  if (!isAgent(caller)) return null
  const time = Date.now()
  const { items } = await readList(
    viewings.in('ofTicket', { ticket_id }),
    { limit: maxViewers },
    ({ agent, until }) => agent.id !== caller.id && until > time,
  )
  return items.map(({ agent }) => agent)
}

/**
 * Returns a ticket as the caller sees it, with its viewers unless the caller is its requester. They are read while the
 * ticket is loaded; throws 404 if the caller may not see the ticket.
 */
export const presentViewedTicket = async (
  caller: Principal,
  id: string,
  loading: Promise<StoredTicket | undefined>,
) => {
  const [found, viewers] = await Promise.all([loading, findViewers(caller, id)])
  const { ticket, side } = requireTicket(caller, found)
  return { ...(await presentWithLinks(caller, ticket)), viewers: side === 'agent' ? viewers : null }
}
