import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { users } from '../../src/platform/identity/user.ts'
import { notifications } from '../../src/notifications/notification.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { contacts } from '../../src/support/contact/contact.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { updateContact } from '../../src/support/contact/endpoints/update-contact.ts'
import { mailMessage } from '../../src/support/correspondence/contact-events.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { ticketMessages } from '../../src/support/ticket/ticket-message.ts'
import { call } from '../support/call.ts'
import { attached, messagesOf } from '../support/given-answer.ts'
import {
  givenContactTicket,
  givenLinkedTicket,
  mailFromContact,
  replyAddressOf,
} from '../support/given-contact.ts'
import {
  changedTicket,
  givenContact,
  givenDesk,
  givenMessage,
  givenTicket,
  ticketFor,
} from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'
import { restore } from '../trash/given.ts'

describe('POST /support/tickets with contact_id', () => {
  test('makes the contact the requester, which the filter finds', async () => {
    const { agent, admin } = await givenDesk()
    const contact = await givenContact(agent)

    const ticket = await givenContactTicket(agent, contact, { description: 'Since noon.' })

    expect(ticket.requester).toEqual({ id: contact.id, name: contact.name, contact_id: contact.id })
    expect(ticket.allowed_transitions).toContain('in_progress')
    const query = { all: true, requester_id: [contact.id] }
    const { items } = await made(listTickets, { as: admin, query })
    expect(items.map(({ id, requester }) => [id, requester.contact_id])).toEqual([[ticket.id, contact.id]])
    expect(await messagesOf(agent, ticket.id)).toMatchObject([{ text: 'Since noon.' }])
  })

  test('rejects requesters and unknown contacts, and leaves people without a contact', async () => {
    const { requester, agent } = await givenDesk()
    const contact = await givenContact(agent)
    const open = (as: typeof agent, contact_id: string) =>
      call(createTicket, { as, body: { subject: 'Fire', contact_id } })

    const statuses = await statusByCase({
      requester: open(requester, contact.id),
      unknown: open(agent, randomUUID()),
      person: open(agent, requester.id),
    })

    expect(statuses).toEqual({ requester: 403, unknown: 422, person: 422 })
    const own = await made(createTicket, { as: agent, body: { subject: 'Fire' } })
    expect(own.requester).toEqual({ id: agent.id, name: agent.name, contact_id: null })
  })

  test('opens ten tickets at once, each with its own number', async () => {
    const { agent } = await givenDesk()
    const contact = await givenContact(agent)

    const all = await Promise.all(Array.from({ length: 10 }, () => givenContactTicket(agent, contact)))

    expect(new Set(all.map(({ number }) => number)).size).toBe(10)
  })
})

describe('Mail to a contact', () => {
  test('tells of the opening, each public answer and the solution, once each', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket({ description: 'Since noon.' })
    await givenMessage(agent, ticket, { text: 'Internal secret', is_internal: true })
    await givenMessage(agent, ticket, { text: 'Please **wait**.' })
    await changedTicket(agent, ticket, { status: 'pending' })
    await settle({ deliveries: 2 })
    await changedTicket(agent, ticket, { status: 'resolved' })
    await settle({ deliveries: 2 })

    const mails = await mailsTo(contact.email)

    const name = `#${ticket.number} It leaks`
    expect(mails.map(({ subject }) => subject)).toEqual([
      `We have received your request: ${name}`,
      `Answer to your request: ${name}`,
      `Your request is solved: ${name}`,
    ])
    expect(mails[0]!.body.text).toContain('> Since noon.')
    expect(mails[1]!.body.text).toContain('> Please **wait**.')
    expect(JSON.stringify(mails)).not.toContain('Internal secret')
    const to = await replyAddressOf(contact, ticket)
    expect(mails.map(({ replyTo }) => replyTo)).toEqual([[to], [to], [to]])
    const links = mails.map(({ body }) => /\S+\/account\/tickets#token=\S+/.exec(body.text)?.[0])
    expect(new Set(links).size).toBe(3)
    expect(links).not.toContain(undefined)
  })

  test('invites no reply about a closed ticket', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    await changedTicket(agent, ticket, { status: 'closed' })
    await settle()
    await givenMessage(agent, ticket, { text: 'For your records.' })
    await settle()

    const mails = (await mailsTo(contact.email)).slice(1)

    expect(mails.map(({ replyTo }) => replyTo)).toEqual([[], []])
    for (const { body } of mails) expect(body.text).toContain('accepts no more replies')
    expect(mails[1]!.body.text).not.toContain('answer on the page')
  })

  test('skips events older than 14 days, which a replay delivers again', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    const { id } = await givenMessage(agent, ticket)
    await settle()
    const message = await ticketMessages.get({ ticket_id: ticket.id, id, is_internal: false })

    for (const days of [13, 15])
      await mailMessage({
        ...message,
        id: randomUUID(),
        author: { ...message.author, name: `After ${days} days` },
        created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
      })
    await settle()

    const texts = (await mailsTo(contact.email)).map(({ body }) => body.text).join('\n')
    expect(texts).toContain('After 13 days')
    expect(texts).not.toContain('After 15 days')
  })

  test('causes no notification for the contact', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    const assignee = (await givenDesk()).agent
    await changedTicket(agent, ticket, { assignee_id: assignee.id, status: 'in_progress' })
    await givenMessage(assignee, ticket)
    await settle()

    const { items } = await made(listNotifications, { as: assignee })
    const stored = await readAll(notifications.in('all', { user_id: contact.id }))
    expect(items.map(({ type }) => type)).toContain('ticket_assigned')
    expect(await readAll(notifications.in('all', { user_id: assignee.id }))).toHaveLength(items.length)
    expect(stored).toEqual([])
  })

  test('ends with the deletion of the contact, and follows a new address', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    const email = `${randomUUID()}@customer.example`
    await made(updateContact, { as: agent, params: contact, body: { email } })
    await givenMessage(agent, ticket, { text: 'To the new address' })
    await settle()
    await givenMessage(agent, ticket, { text: 'To nobody' })
    await call(deleteContact, { as: agent, params: contact })
    await settle()

    expect((await mailsTo(contact.email)).length).toBe(1)
    expect((await mailsTo(email)).map(({ body }) => body.text)).toEqual([
      expect.stringContaining('> To the new address'),
    ])
  })
})

describe('A contact who cannot be reached', () => {
  const answer = (as: SignedIn, { id: ticket_id }: { id: string }, is_internal = false) =>
    call(createMessage, { as, body: { ticket_id, text: 'Please wait.', is_internal } })

  test('causes a 409 for public messages after the deletion, until the contact is restored', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    await call(deleteContact, { as: agent, params: contact })

    const lost = await answer(agent, ticket)
    const internal = await answer(agent, ticket, true)
    await restore(agent, contact)
    const restored = await answer(agent, ticket)

    expect([lost.status, lost.detail]).toEqual([
      409,
      'The contact cannot be reached by email: the contact has been deleted, or its "email_status" is not "ok".',
    ])
    expect([internal.status, restored.status]).toEqual([201, 201])
    expect((await messagesOf(agent, ticket.id)).length).toBe(2)
  })

  test('causes a 409 for a ticket that an agent opens during the deletion', async () => {
    const { agent, contact } = await givenLinkedTicket()
    const find = contacts.find.bind(contacts)
    vi.spyOn(contacts, 'find').mockImplementationOnce(async (key) => {
      const found = await find(key)
      await call(deleteContact, { as: agent, params: contact })
      return found
    })

    const body = { subject: 'It leaks', contact_id: contact.id }
    const { status, detail } = await call(createTicket, { as: agent, body })

    expect([status, detail]).toEqual([
      409,
      'The contact cannot be reached by email: the contact has been deleted.',
    ])
    const { items } = await made(listTickets, { as: agent, query: { all: true, requester_id: contact.id } })
    expect(items.length).toBe(1)
  })

  test('causes a 409 for public messages and new tickets if the service sends no email', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    const { SENDS_MAIL } = process.env
    process.env['SENDS_MAIL'] = 'no'
    const body = { subject: 'It leaks', contact_id: contact.id }

    const refused = [await answer(agent, ticket), await call(createTicket, { as: agent, body })]
    const internal = await answer(agent, ticket, true)
    Object.assign(process.env, { SENDS_MAIL })

    expect(refused.map(({ status, detail }) => [status, detail])).toEqual(
      refused.map(() => [409, 'The contact cannot be reached by email: this service sends no email.']),
    )
    expect(internal.status).toBe(201)
  })
})

describe('Mail from a contact', () => {
  test('becomes one message of theirs with its files, and reopens the ticket', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    await changedTicket(agent, ticket, { assignee_id: agent.id, status: 'resolved' })
    const to = await replyAddressOf(contact, ticket)

    await mailFromContact(contact, { to, ...attached('log.txt', 'Paper jam') }, { deliveries: 2 })

    const messages = await messagesOf(agent, ticket.id)
    expect(messages).toMatchObject([
      {
        text: 'See the picture.',
        author: { type: 'requester', id: contact.id, name: contact.name },
        attachments: [{ name: 'log.txt' }],
      },
    ])
    const file = { id: messages[0]!.attachments[0]!.id }
    expect((await call(readContents, { as: agent, params: file })).status).toBe(307)
    expect((await ticketFor(agent, ticket)).status).toBe('open')
    const { items } = await made(listNotifications, { as: agent })
    expect(items[0]).toMatchObject({ type: 'ticket_reply', actor: { id: contact.id, name: contact.name } })
  })

  test('causes an answer that names the reason once the ticket is closed', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    await changedTicket(agent, ticket, { status: 'closed' })
    await settle()
    const to = await replyAddressOf(contact, ticket)

    await mailFromContact(contact, { to, subject: 'Re: Leak', body: 'Still wet.' })

    expect(await messagesOf(agent, ticket.id)).toEqual([])
    const last = (await mailsTo(contact.email)).at(-1)!
    expect(last.subject).toBe('Not added: Re: Leak')
    expect(last.body.text).toContain('> Still wet.')
  })

  test.each([{}, { email_status: 'unconfirmed' as const }])(
    'becomes a message of the contact even if a person with %o has the same address',
    async (state) => {
      const { agent, contact, ticket } = await givenLinkedTicket()
      const { id } = await signedIn({ email: contact.email })
      await users.update(await users.get({ id }), state)

      await mailFromContact(contact, { to: await replyAddressOf(contact, ticket), body: 'Still wet.' })

      expect(await messagesOf(agent, ticket.id)).toMatchObject([
        { text: 'Still wet.', author: { type: 'requester', id: contact.id } },
      ])
    },
  )

  test('becomes a message of the person if it goes to the address of the person', async () => {
    const { agent, contact } = await givenLinkedTicket()
    const person = await signedIn({ email: contact.email })
    const own = await givenTicket(person)

    await mailFromContact(contact, { to: await replyAddressOf(person, own), body: 'Still on fire.' })

    expect(await messagesOf(agent, own.id)).toMatchObject([
      { text: 'Still on fire.', author: { id: person.id } },
    ])
  })

  test.each([
    ['a stranger', { from: 'Eve <eve@evil.example>' }],
    ['a forged sender', { dmarc: 'dmarc=fail header.from=customer.example' }],
  ])('adds nothing if it comes from %s', async (_, options) => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    const to = await replyAddressOf(contact, ticket)

    await mailFromContact(contact, { to, ...options })

    expect(await messagesOf(agent, ticket.id)).toEqual([])
  })

  test('adds nothing at the address of another contact, of another ticket, or of a person', async () => {
    const { agent, requester, contact, ticket } = await givenLinkedTicket()
    const other = await givenContact(agent)
    const to = await replyAddressOf(contact, ticket)
    const changed = to.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'))

    await mailFromContact(other, { to })
    await mailFromContact(contact, { to: changed })
    await mailFromContact(contact, { to: await replyAddressOf(requester, ticket) })
    await mailFromContact({ name: 'Rosa', email: requester.email }, { to })

    expect(await messagesOf(agent, ticket.id)).toEqual([])
  })

  test('opens a ticket at the address of a category, only of a known contact', async () => {
    const { agent, admin } = await givenDesk()
    const address = `${randomUUID()}@mail.example.com`
    const body = { categories: [{ name: 'leaks', address }] }
    await made(updatePolicies, { as: admin, body })
    const contact = await givenContact(agent)
    const mail = { to: address, subject: 'It leaks', body: 'Everywhere.', messageId: `<${randomUUID()}@x>` }

    await mailFromContact(contact, mail, { deliveries: 2 })
    await mailFromContact({ name: 'Eve', email: `${randomUUID()}@customer.example` }, { to: address })

    const query = { all: true, category: ['leaks'] }
    const { items } = await made(listTickets, { as: agent, query })
    expect(items).toMatchObject([{ subject: 'It leaks', requester: { contact_id: contact.id } }])
    expect(await messagesOf(agent, items[0]!.id)).toMatchObject([
      { text: 'Everywhere.', author: { type: 'requester', id: contact.id } },
    ])
    expect((await mailsTo(contact.email)).map(({ subject }) => subject)).toEqual([
      `We have received your request: #${items[0]!.number} It leaks`,
    ])
  })
})
