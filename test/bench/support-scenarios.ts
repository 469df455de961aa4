import { changedTicket, givenMessage, givenTicket, givenTicketIn } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import type { CallOptions } from '../support/call.ts'
import type { Scenario } from './scenarios.ts'

const text = 'What the support desk is told, and what it says.\n'.repeat(20)

interface Desk {
  requester: SignedIn
  agent: SignedIn
  ticket: { id: string }
}

/** A call about a ticket that has begun, made anew for every call that uses it up. */
const onTicket = (
  endpoint: string,
  trips: number,
  options: (desk: Desk) => CallOptions,
  more: Partial<Scenario> = {},
): Scenario => ({
  endpoint,
  trips,
  given: async () => {
    const [requester, agent] = await Promise.all([signedIn(), signedIn({ role: 'support_agent' })])
    const ticket = await givenTicketIn(requester, agent, 'in_progress')
    await changedTicket(agent, ticket, { assignee_id: agent.id })
    return () => options({ requester, agent, ticket })
  },
  ...more,
})

const pageOf = (
  endpoint: string,
  of: string,
  limit: number,
  make: (
    requester: SignedIn,
    agent: SignedIn,
  ) => Promise<(as: Pick<Desk, 'requester' | 'agent'>) => CallOptions>,
): Scenario => ({
  endpoint,
  of: `${of} of ${limit}`,
  trips: 1,
  given: async () => {
    const [requester, agent] = await Promise.all([signedIn(), signedIn({ role: 'support_agent' })])
    const options = await make(requester, agent)
    return () => {
      const { query, ...rest } = options({ requester, agent })
      return { ...rest, query: { ...query, limit } }
    }
  },
})

const ticketsOf = (
  limit: number,
  options: (people: Pick<Desk, 'requester' | 'agent'>) => CallOptions,
  of: string,
) =>
  pageOf('support-list-tickets', of, limit, async (requester) => {
    for (let index = 0; index < limit; index += 1) await givenTicket(requester)
    return options
  })

const messagesOf = (
  limit: number,
  options: (people: Pick<Desk, 'requester' | 'agent'>, ticket_id: string) => CallOptions,
  of: string,
) =>
  pageOf('support-list-messages', of, limit, async (requester, agent) => {
    const ticket = await givenTicket(requester)
    for (let index = 0; index < limit; index += 1)
      await givenMessage(agent, ticket, { text, is_internal: index % 2 === 1 })
    return (people) => options(people, ticket.id)
  })

const own = ({ requester }: Pick<Desk, 'requester' | 'agent'>): CallOptions => ({ as: requester })
const everybodys = ({ agent }: Pick<Desk, 'requester' | 'agent'>): CallOptions => ({ as: agent })

/** The support desk's calls. */
export const supportScenarios: Scenario[] = [
  {
    endpoint: 'support-create-ticket',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      return () => ({ as, body: { subject: 'The printer is on fire', description: text } })
    },
  },
  onTicket('support-read-ticket', 1, ({ requester: as, ticket }) => ({ as, params: { id: ticket.id } })),
  onTicket(
    'support-update-ticket',
    2,
    ({ agent: as, ticket }) => ({
      as,
      params: { id: ticket.id },
      body: { status: 'pending', assignee_id: as.id },
    }),
    { isOnce: true },
  ),
  onTicket('support-create-message', 2, ({ requester: as, ticket }) => ({
    as,
    body: { ticket_id: ticket.id, text },
  })),
  ...[1, 100].flatMap((limit) => [
    ticketsOf(limit, own, 'own, page'),
    ticketsOf(limit, (desk) => ({ ...everybodys(desk), query: { all: true } }), 'all, page'),
    messagesOf(limit, own, 'own, page'),
    messagesOf(limit, everybodys, 'all, page'),
    messagesOf(limit, (desk, ticket_id) => ({ ...everybodys(desk), query: { ticket_id } }), 'ticket, page'),
  ]),
]
