import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readContact } from '../../src/support/contact/endpoints/read-contact.ts'
import { updateContact } from '../../src/support/contact/endpoints/update-contact.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { call } from '../support/call.ts'
import { givenContactTicket } from '../support/given-contact.ts'
import { outcomes, publishOutcome } from '../support/given-mail-event.ts'
import { givenContact, givenDesk } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

type Contact = Awaited<ReturnType<typeof givenContact>>

const bounced = async () => {
  const contact = await givenContact(desk.agent)
  await publishOutcome(outcomes.bounced(contact.email), contact)
  await settle()
  return contact
}

const statusOf = async ({ id }: Contact) =>
  (await made(readContact, { as: desk.agent, params: { id } })).email_status

const change = ({ id }: Contact, body: object) =>
  call(updateContact, { as: desk.agent, params: { id }, body })

/** Answers a new ticket of a contact; returns the status, and the number of mails that the contact gets. */
const answerNow = async (contact: Contact, email = contact.email) => {
  const ticket = await givenContactTicket(desk.agent, contact, {})
  await settle()
  const before = await mailsTo(email)
  const body = { ticket_id: ticket.id, text: 'Some words' }
  const { status } = await call(createMessage, { as: desk.agent, body })
  await settle()
  return [status, (await mailsTo(email)).length - before.length]
}

describe('Email address of a contact', () => {
  test('gets no more mail once it has bounced, and causes a 409 for answers, until an agent allows it', async () => {
    const contact = await bounced()

    expect([await statusOf(contact), ...(await answerNow(contact))]).toEqual(['bounced', 409, 0])
    expect((await change(contact, { email_status: 'ok' })).status).toBe(200)
    expect([await statusOf(contact), ...(await answerNow(contact))]).toEqual(['ok', 201, 1])
  })

  test('gets mail after a change, whatever happened to the former address', async () => {
    const contact = await bounced()
    const email = `new-${contact.email}`

    const { body } = await change(contact, { email, email_status: 'bounced' })
    await publishOutcome(outcomes.complained(contact.email), contact)
    await settle()

    expect([body.email_status, await statusOf(contact)]).toEqual(['ok', 'ok'])
    expect(await answerNow(contact, email)).toEqual([201, 1])
  })

  test('keeps its status if an agent calls it complained: 422', async () => {
    const contact = await bounced()

    const { status, detail } = await change(contact, { email_status: 'complained' })

    expect([status, await statusOf(contact)]).toEqual([422, 'bounced'])
    expect(detail).toContain('email_status')
  })

  test('causes one notification of administrators, without the address', async () => {
    const contact = await bounced()
    await publishOutcome(outcomes.complained(contact.email), contact)
    await settle({ deliveries: 3 })

    const { items } = await made(listNotifications, { as: desk.admin, query: { limit: 100 } })
    const about = items.filter(({ resource }) => resource?.id === contact.id)

    expect(about).toMatchObject([
      { type: 'mail_bounced', title: `Emails to ${contact.name} are no longer sent` },
    ])
    expect(JSON.stringify(about)).not.toContain(contact.email)
  })
})
