import { describe, expect, test } from 'vitest'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { givenContactTicket, givenLinkedTicket } from '../support/given-contact.ts'
import { changedTicket, givenTicket } from '../support/given-ticket.ts'
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

  test('mails the contact once the ticket of another requester is solved', async () => {
    const { agent, requester, contact, ticket } = await givenLinkedTicket()
    const into = await givenTicket(requester, { subject: 'No light' })
    await merge(agent, ticket, into)
    await settle()
    await changedTicket(agent, into, { status: 'resolved' })
    await settle({ deliveries: 2 })

    const [, ...mails] = await mailsTo(contact.email)

    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your request is solved: #${ticket.number} It leaks`,
    ])
    expect(mails[0]!.body.text).toContain(`the problem in your request “#${ticket.number} It leaks”`)
    expect(mails[0]!.body.text).not.toContain(agent.name)
    expect(mails[0]!.body.text).not.toContain('No light')
  })
})
