import { describe, expect, test } from 'vitest'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { mailMessage } from '../../src/support/correspondence/contact-events.ts'
import { replyByLink } from '../../src/support/correspondence/endpoints/reply-by-link.ts'
import { readLinkedTicket } from '../../src/support/correspondence/endpoints/read-linked-ticket.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { closeMerged } from '../../src/support/merge/merge.ts'
import { moveNextMessages } from '../../src/support/merge/moved-messages.ts'
import { ticketMessages } from '../../src/support/ticket/ticket-message.ts'
import { mailContact } from '../../src/support/workers/mail-contact.ts'
import { attached, byTime, messagesOf } from '../support/given-answer.ts'
import {
  givenContactTicket,
  givenLinkedTicket,
  mailFromContact,
  replyAddressOf,
} from '../support/given-contact.ts'
import { changedTicket, givenMessage, givenTicket, givenTicketIn } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const merge = (as: SignedIn, { id }: { id: string }, { id: into }: { id: string }) =>
  made(mergeTicket, { as, params: { id }, body: { into } })

describe('Merging the ticket of a contact', () => {
  test('sends no mail that the ticket is solved', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    const into = await givenContactTicket(agent, contact)
    await merge(agent, ticket, into)
    await settle()

    const subjects = (await mailsTo(contact.email)).map(({ subject }) => subject)

    expect(subjects.map((subject) => subject.split(':')[0])).toEqual(
      subjects.map(() => 'We have received your request'),
    )
  })

  test('leads links, replies and answers that are not yet mailed to the new ticket', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket({ description: 'Since noon.' })
    const into = await givenContactTicket(agent, contact, { subject: 'No water' })
    const between = await givenContactTicket(agent, contact)
    await settle()
    const to = await replyAddressOf(contact, ticket)
    await givenMessage(agent, ticket, { text: 'Please wait.' })
    await merge(agent, ticket, between)
    await merge(agent, between, into)
    while (await moveNextMessages(ticket.id));
    await settle()

    const page = await made(readLinkedTicket, { body: { token } })
    await made(replyByLink, { body: { token, text: 'By the link.' } })
    await mailFromContact(contact, { to, ...attached('log.txt', 'Paper jam') }, { deliveries: 2 })

    expect([page.number, page.messages.map(({ text }) => text)]).toEqual([
      into.number,
      ['Since noon.', 'Please wait.'],
    ])
    const answer = (await mailsTo(contact.email)).find(({ subject }) => subject.startsWith('Answer'))!
    expect(answer.subject).toContain(`#${into.number} No water`)
    expect(answer.body.text).toContain('> Please wait.')
    const messages = byTime(await messagesOf(agent, into.id))
    expect(messages.map(({ text, attachments }) => [text, attachments.map(({ name }) => name)])).toEqual([
      ['Since noon.', []],
      ['Please wait.', []],
      ['By the link.', []],
      ['See the picture.', ['log.txt']],
    ])
  })

  test('mails the contact at the merge, and once the ticket of another requester is solved', async () => {
    const { agent, requester, contact, ticket } = await givenLinkedTicket()
    const into = await givenTicket(requester, { subject: 'No light' })
    await merge(agent, ticket, into)
    await settle({ deliveries: 2 })
    await changedTicket(agent, into, { status: 'resolved' })
    await settle({ deliveries: 2 })

    const [, ...mails] = await mailsTo(contact.email)

    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your request is closed: #${ticket.number} It leaks`,
      `Your request is solved: #${ticket.number} It leaks`,
    ])
    expect(mails[0]!.body.text).toContain('together with another request')
    expect(mails[0]!.body.text).toContain('accepts no more replies')
    expect(mails[1]!.body.text).toContain(`the problem in your request “#${ticket.number} It leaks”`)
    for (const { body } of mails) {
      expect(body.text).not.toContain(agent.name)
      expect(body.text).not.toContain('No light')
    }
  })

  test('mails an answer whose message has followed only the first of two merges', async () => {
    const { agent, contact, ticket } = await givenLinkedTicket()
    const [between, into] = [
      await givenContactTicket(agent, contact),
      await givenContactTicket(agent, contact),
    ]
    const { id } = await givenMessage(agent, ticket, { text: 'Please wait.' })
    const sent = await ticketMessages.get({ ticket_id: ticket.id, id, is_internal: false })
    await merge(agent, ticket, between)
    await closeMerged({ ...agent, groups: [] }, between.id, into.id)

    await mailMessage(sent)
    const mail_id = derivedId(Date.parse(sent.created_at), `contact-message#${id}`)
    await mailContact.work({ contact_id: contact.id, id: mail_id })

    const answer = (await mailsTo(contact.email)).at(-1)!
    expect(answer.subject).toContain(`Answer to your request: #${into.number}`)
    expect(answer.body.text).toContain('> Please wait.')
  })

  test('mails only the solution for a merge into a solved ticket of another requester', async () => {
    const { agent, requester, contact, ticket } = await givenLinkedTicket()
    const into = await givenTicketIn(requester, agent, 'resolved')
    await merge(agent, ticket, into)
    await settle({ deliveries: 2 })

    const [, ...mails] = await mailsTo(contact.email)

    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your request is solved: #${ticket.number} It leaks`,
    ])
  })

  test('mails the solution of a ticket that was resolved before the merge once', async () => {
    const { agent, requester, contact, ticket } = await givenLinkedTicket()
    const into = await givenTicketIn(requester, agent, 'resolved')
    await changedTicket(agent, ticket, { status: 'resolved' })
    await settle()

    await merge(agent, ticket, into)
    await settle()

    const [, ...mails] = await mailsTo(contact.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your request is solved: #${ticket.number} It leaks`,
    ])
  })
})
