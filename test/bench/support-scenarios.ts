import { daysAfter } from '../../src/calendar/dates.ts'
import { reportCounts } from '../../src/support/report/counts.ts'
import { changedTicket, givenMessage, givenTicket, givenTicketIn } from '../support/given-ticket.ts'
import { givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import type { CallOptions } from '../support/call.ts'
import { givenWithFiles, listedFiles } from './listed-files.ts'
import { store } from './filling.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

/** Text of a message of 1 KB. */
export const text = 'What the support desk is told, and what it says.\n'.repeat(20)

interface Desk {
  requester: SignedIn
  agent: SignedIn
  ticket: { id: string }
}

/** Creates a scenario on an open ticket, with a new ticket for every call that changes it. */
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

type People = Pick<Desk, 'requester' | 'agent'>

const givenPeople = async (): Promise<People> => {
  const [requester, agent] = await Promise.all([signedIn(), signedIn({ role: 'support_agent' })])
  return { requester, agent }
}

const givenTickets = kept(async (count: number) => {
  const people = await givenPeople()
  for (let index = 0; index < count; index += 1) await givenTicket(people.requester)
  return people
})

/** Creates this many messages about one ticket; only agents see every second one. */
const givenMessages = kept(async (count: number) => {
  const people = await givenPeople()
  const ticket = await givenTicket(people.requester)
  for (let index = 0; index < count; index += 1)
    await givenMessage(people.agent, ticket, { text, is_internal: index % 2 === 1 })
  return { ...people, ticket_id: ticket.id as string }
})

/** Number of items, regardless of the page size. */
const maxItems = 100

const pageOf = <Given>(
  endpoint: string,
  of: string,
  limit: number,
  make: (count: number) => Promise<Given>,
  options: (given: Given) => CallOptions,
): Scenario => ({
  endpoint,
  of: `${of}, page of ${limit}`,
  trips: 1,
  given: async () => {
    const { query, ...rest } = options(await make(maxItems))
    return () => ({ ...rest, query: { ...query, limit } })
  },
})

const messagesWithFiles: Scenario = {
  endpoint: 'support-list-messages',
  trips: 1,
  ...listedFiles,
  given: async () => {
    const as = await signedIn()
    const ticket = await givenTicket(as)
    await givenWithFiles(as, (file) => givenMessage(as, ticket, { text, attachments: [file.id] }))
    return () => ({ as, query: { ticket_id: ticket.id as string } })
  },
}

/** A year with counts of an agent on each day. */
const reportedYear = { since: '2026-01-01', until: '2026-12-31' }

const givenCounts = ({ id: value }: SignedIn) =>
  Array.from({ length: 365 }, (_, n) =>
    reportCounts.toPut(
      reportCounts.make({ by: 'agent', day: daysAfter(reportedYear.since, n), value, opened: 3, solved: 2 }),
    ),
  )

const own = ({ requester }: People): CallOptions => ({ as: requester })
const everybodys = ({ agent }: People): CallOptions => ({ as: agent })

export const supportScenarios: Scenario[] = [
  {
    endpoint: 'support-create-ticket',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      return () => ({ as, body: { subject: 'The printer is on fire', description: text } })
    },
  },
  {
    endpoint: 'support-create-ticket',
    of: 'on behalf',
    trips: 2,
    given: async () => {
      const { requester, agent: as } = await givenPeople()
      const body = { subject: 'The printer is on fire', description: text, requester_id: requester.id }
      return () => ({ as, body })
    },
  },
  {
    endpoint: 'support-read-report',
    of: 'by agent',
    trips: 2,
    given: async () => {
      const { agent: as } = await givenPeople()
      await store(givenCounts(as))
      return () => ({ as, query: { ...reportedYear, by: 'agent' } })
    },
  },
  onTicket('support-read-ticket', 1, ({ requester: as, ticket }) => ({ as, params: { id: ticket.id } })),
  onTicket('support-view-ticket', 2, ({ agent: as, ticket }) => ({ as, params: { id: ticket.id } })),
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
  {
    endpoint: 'support-create-ticket-page',
    trips: 3,
    isOnce: true,
    given: async () => {
      const { requester, agent } = await givenPeople()
      const ticket = await givenTicket(requester, { description: text })
      await givenMessage(agent, ticket, { text })
      await changedTicket(agent, ticket, { status: 'resolved' })
      const { id: space_id } = await givenSpace(agent)
      return () => ({ as: agent, params: { id: ticket.id }, body: { space_id } })
    },
  },
  onTicket('support-create-message', 2, ({ requester: as, ticket }) => ({
    as,
    body: { ticket_id: ticket.id, text },
  })),
  ...[1, 100].flatMap((limit) => [
    pageOf('support-list-tickets', 'own', limit, givenTickets, own),
    pageOf('support-list-tickets', 'all', limit, givenTickets, ({ agent: as }) => ({
      as,
      query: { all: true },
    })),
    pageOf('support-list-tickets', 'not closed by priority', limit, givenTickets, ({ agent: as }) => ({
      as,
      query: { all: true, status: 'open,pending', sort: '-priority' },
    })),
    pageOf('support-list-messages', 'own', limit, givenMessages, own),
    pageOf('support-list-messages', 'all', limit, givenMessages, everybodys),
    pageOf('support-list-messages', 'ticket', limit, givenMessages, ({ agent: as, ticket_id }) => ({
      as,
      query: { ticket_id },
    })),
  ]),
  messagesWithFiles,
]
