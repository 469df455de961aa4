import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { findOpenJobs } from '../../src/jobs/job/open-jobs.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { updateContact } from '../../src/support/contact/endpoints/update-contact.ts'
import { replyByLink } from '../../src/support/correspondence/endpoints/reply-by-link.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { refuseContactEmail } from '../../src/support/contact/changes.ts'
import { finishRename } from '../jobs/given.ts'
import { attached, byTime, givenCategory, messagesOf } from '../support/given-answer.ts'
import { givenContactTicket, mailFromContact, replyAddressOf } from '../support/given-contact.ts'
import { changedTicket, givenContact, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, purge } from '../trash/given.ts'
import { itemsWith, objectsWith } from './given.ts'

/** Words that only the contact has: of both names, the organization and both addresses, and of a refused mail. */
const words = ['Zebulon', 'Quaxworth', 'Mirabel', 'Yonderly', 'Vexillology', 'quillmaster', 'Gallimaufry']

const addressAt = (name: string) => `${name}-${randomUUID()}@quillmaster.example`

/** Creates a contact who has used every part of the desk, under two names and addresses. */
const givenBusyContact = async (agent: SignedIn, requester: SignedIn, category: string) => {
  const fields = { name: 'Zebulon Quaxworth', email: addressAt('zebulon'), organisation: 'Vexillology' }
  const contact = await givenContact(agent, fields)
  const ticket = await givenContactTicket(agent, contact, { description: 'It began this morning.' })
  await mailFromContact(contact, { to: category, ...attached('log.txt', 'Paper jam') })
  const changes = { name: 'Mirabel Yonderly', email: addressAt('mirabel') }
  const moved = await made(updateContact, { as: agent, params: contact, body: changes })
  await givenMessage(agent, ticket, { text: 'Please wait.' })
  await settle()
  const [mail] = await mailsTo(moved.email)
  await made(replyByLink, { body: { token: tokenIn(mail!), text: 'And it still does.' } })
  await mailFromContact(moved, { to: await replyAddressOf(moved, ticket), body: 'By mail.' })
  const [closed, merged] = [await givenContactTicket(agent, moved), await givenContactTicket(agent, moved)]
  await made(mergeTicket, { as: agent, params: merged, body: { into: (await givenTicket(requester)).id } })
  await changedTicket(agent, closed, { status: 'closed' })
  await mailFromContact(moved, { to: await replyAddressOf(moved, closed), body: 'Gallimaufry.' })
  return { contact: moved, ticket }
}

/** Deletes a contact permanently while a mail to them is in transit, and runs all workers. */
const erase = async (agent: SignedIn, { contact, ticket }: Awaited<ReturnType<typeof givenBusyContact>>) => {
  await givenMessage(agent, ticket, { text: 'Still in transit.' })
  await refuseContactEmail(contact, 'bounced')
  await deleted(deleteContact, agent, contact)
  await purge(agent, contact)
  await settle()
  for (const { id } of (await findOpenJobs('rename#everybody')).jobs) await finishRename(id)
}

describe('Permanently deleted contact', () => {
  let agent: SignedIn
  let given: Awaited<ReturnType<typeof givenBusyContact>>
  let before: string[]

  beforeAll(async () => {
    const desk = await givenCategory()
    agent = desk.agent
    given = await givenBusyContact(agent, desk.requester, desk.address)
    before = await itemsWith(words)
    await erase(agent, given)
  })

  test('leaves no name, address or refused mail in any item or object', async () => {
    const received = (key: string) => key.startsWith('mail/')

    expect(before.length).toBeGreaterThan(10)
    expect(await itemsWith([...words, given.contact.email])).toEqual([])
    // received mails expire after 30 days (infra/template/bucket.yml)
    expect((await objectsWith(words)).found.filter((one) => !received(one))).toEqual([])
  })

  test('leaves tickets and messages of a former colleague', async () => {
    const { requester } = await ticketFor(agent, given.ticket)
    const messages = byTime(await messagesOf(agent, given.ticket.id))

    expect(requester.name).toBe('Former colleague')
    expect(messages.map(({ author: { name }, text }) => [name, text])).toEqual([
      [agent.name, 'It began this morning.'],
      [agent.name, 'Please wait.'],
      ['Former colleague', 'And it still does.'],
      ['Former colleague', 'By mail.'],
      [agent.name, 'Still in transit.'],
    ])
  })

  test('gets no mail that was in transit', async () => {
    const texts = (await mailsTo(given.contact.email)).map(({ body }) => body.text).join()

    expect(texts).toContain('Please wait.')
    expect(texts).not.toContain('Still in transit.')
  })
})
