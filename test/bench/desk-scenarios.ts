import { randomUUID } from 'node:crypto'
import { makeTicketLink } from '../../src/support/correspondence/ticket-link.ts'
import { givenContactTicket } from '../support/given-contact.ts'
import { givenFile } from '../support/given-file.ts'
import {
  givenContact,
  givenDesk,
  givenMacro,
  givenMessage,
  givenTicket,
  givenTicketIn,
} from '../support/given-ticket.ts'
import { givenFoundPage } from './found-page.ts'
import type { CallOptions } from '../support/call.ts'
import type { Scenario } from './scenarios.ts'

type Desk = Awaited<ReturnType<typeof givenDesk>>

/** Creates a scenario at a desk of its own. */
const atDesk = (
  endpoint: string,
  trips: number,
  options: (desk: Desk) => Promise<CallOptions>,
  more: Partial<Scenario> = {},
): Scenario => ({
  endpoint,
  trips,
  given: async () => {
    const given = await options(await givenDesk())
    return () => given
  },
  ...more,
})

/** Reason for the round trips of the pages of contacts. */
const linkChain =
  'the ticket says whose it is, the contact’s address checks the link, and only then more is read'

interface LinkIds {
  token: string
  message_id: string
  file_id: string
}

/** Creates a scenario on the page of a contact whose ticket has an answer with a file. */
const onLink = (endpoint: string, trips: number, body: (ids: LinkIds) => object, more?: Partial<Scenario>) =>
  atDesk(
    endpoint,
    trips,
    async ({ agent: as }) => {
      const contact = await givenContact(as)
      const ticket = await givenContactTicket(as, contact, { description: 'Now.' })
      const [, token = ''] = (await makeTicketLink(contact, ticket.id)).split('#token=')
      const { id: file_id } = await givenFile(as, { name: 'manual.txt' })
      const { id: message_id } = await givenMessage(as, ticket, { attachments: [file_id] })
      return { body: body({ token, message_id, file_id }) }
    },
    more,
  )

export const deskScenarios: Scenario[] = [
  atDesk(
    'support-merge-ticket',
    2,
    async ({ requester, agent }) => {
      const [from, into] = [await givenTicket(requester), await givenTicket(requester)]
      await givenMessage(requester, from)
      return { as: agent, params: { id: from.id }, body: { into: into.id } }
    },
    {
      of: 'one message',
      isOnce: true,
      exception: {
        trips: 7,
        because: 'the messages move once the ticket is closed, and are counted in the answer',
      },
    },
  ),
  atDesk(
    'support-update-tickets',
    2,
    async ({ requester, agent: as }) => {
      const ids = []
      for (let n = 0; n < 10; n += 1) ids.push((await givenTicket(requester)).id)
      return { as, body: { ids, changes: { priority: 'high', tags: ['bench'] } } }
    },
    { of: 'ten', isOnce: true },
  ),
  atDesk(
    'support-update-ticket',
    2,
    async ({ requester, agent }) => {
      const { id } = await givenTicketIn(requester, agent, 'resolved')
      return { as: requester, params: { id }, body: { rating: 5 } }
    },
    { of: 'rated', isOnce: true },
  ),
  atDesk('support-create-macro', 2, async ({ agent: as }) => ({
    as,
    body: { name: 'Ask for a photo', text: 'Dear {{requester.name}}, please send a photo.' },
  })),
  atDesk('support-list-macros', 1, async ({ agent: as }) => {
    await givenMacro(as)
    return { as }
  }),
  atDesk('support-preview-macro', 1, async ({ requester, agent: as }) => {
    const { id } = await givenMacro(as, { text: 'Dear {{requester.name}}, please send a photo.' })
    return { as, params: { id }, body: { ticket_id: (await givenTicket(requester)).id } }
  }),
  atDesk(
    'support-suggest-solutions',
    2,
    async ({ requester: as }) => ({ as, body: { subject: await givenFoundPage(as) } }),
    { exception: { trips: 3, because: 'what is read follows from what is found' } },
  ),
  atDesk(
    'support-suggest-solutions',
    2,
    async ({ requester: as }) => ({
      as,
      body: { subject: 'The photocopier is jammed', description: 'Again.' },
    }),
    {
      of: 'none',
      exception: { trips: 4, because: 'words without a result are counted when the search has ended' },
    },
  ),
  atDesk(
    'support-create-contact',
    2,
    async ({ agent: as }) => ({
      as,
      body: { name: 'Carla Customer', email: `${randomUUID()}@customer.example` },
    }),
    { isOnce: true },
  ),
  atDesk('support-read-contact', 1, async ({ agent: as }) => ({
    as,
    params: { id: (await givenContact(as)).id },
  })),
  onLink('support-read-linked-ticket', 1, ({ token }) => ({ token }), {
    exception: { trips: 5, because: linkChain },
  }),
  onLink('support-read-linked-file', 1, (ids) => ids, { exception: { trips: 7, because: linkChain } }),
  onLink('support-reply-by-link', 2, ({ token }) => ({ token, text: 'It works again, thank you.' }), {
    exception: { trips: 6, because: linkChain },
  }),
]
