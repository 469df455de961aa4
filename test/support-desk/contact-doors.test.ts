import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { listContacts } from '../../src/support/contact/endpoints/list-contacts.ts'
import { readLinkedTicket } from '../../src/support/correspondence/endpoints/read-linked-ticket.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { call } from '../support/call.ts'
import {
  givenContactTicket,
  givenLinkedTicket,
  mailFromContact,
  replyAddressOf,
} from '../support/given-contact.ts'
import { changedTicket, givenContact, givenMessage } from '../support/given-ticket.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Words of two tickets: of descriptions, of internal messages and of an answer. */
const words = ['Aardvark', 'Badger', 'Caracal', 'Dingo', 'Echidna']

/** Searches a word everywhere that a caller can search tickets. */
const searches = (as: SignedIn, q: string) => [
  call(listTickets, { as, query: { q, all: as.role !== 'user' } }),
  call(searchEverything, { as, query: { q } }),
]

describe('Messages of a contact', () => {
  test('messages of a contact are not visible to other contacts or requesters', async () => {
    const { agent, requester, contact, ticket, token } = await givenLinkedTicket({ description: 'Aardvark' })
    const other = await givenContact(agent, { name: 'Olga Other' })
    const others = await givenContactTicket(agent, other, { subject: 'Badger', description: 'Badger' })
    await givenMessage(agent, ticket, { text: 'Caracal', is_internal: true })
    await givenMessage(agent, others, { text: 'Dingo', is_internal: true })
    await givenMessage(agent, ticket, { text: 'Please wait.' })
    await givenMessage(agent, others, { text: 'Echidna' })
    await changedTicket(agent, others, { status: 'resolved' })
    await settle()
    // the address of the other ticket, and of the other contact
    await mailFromContact(other, { to: await replyAddressOf(contact, ticket), body: 'Ferret' })
    await mailFromContact(contact, { to: await replyAddressOf(other, others), body: 'Gibbon' })
    await settle()

    const mails = await mailsTo(contact.email)
    const pages = await Promise.all(
      [token, ...mails.map(tokenIn)].map((each) => call(readLinkedTicket, { body: { token: each } })),
    )
    const doors = await Promise.all([
      ...words.flatMap((word) => searches(requester, word)),
      call(listMessages, { as: requester }),
      call(listNotifications, { as: requester }),
    ])
    const shown = await Promise.all(words.map((word) => Promise.all(searches(agent, word))))
    const refused = await Promise.all([
      call(readTicket, { as: requester, params: ticket }),
      call(listMessages, { as: requester, query: { ticket_id: ticket.id } }),
      call(listContacts, { as: requester, query: { q: 'Olga' } }),
    ])

    const seen = JSON.stringify([mails, pages.map(({ text }) => text)])
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
    expect(seen).toContain('Aardvark')
    expect(seen).not.toMatch(/Badger|Caracal|Dingo|Echidna|Ferret|Gibbon|Olga/)
    expect(doors.map(({ status }) => status)).toEqual(doors.map(() => 200))
    expect(JSON.stringify(doors.map(({ text }) => text))).not.toMatch(
      /Aardvark|Badger|Caracal|Dingo|Echidna|Olga/,
    )
    // the list of tickets finds words of public messages alone
    const found = shown.map((answers) => answers.map(({ body }) => body.items.length > 0))
    expect(found).toEqual(words.map((word) => [!['Caracal', 'Dingo'].includes(word), true]))
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 403])
  })
})
