import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { readLinkedFile } from '../../src/support/correspondence/endpoints/read-linked-file.ts'
import { readLinkedTicket } from '../../src/support/correspondence/endpoints/read-linked-ticket.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { call } from '../support/call.ts'
import { attached, byTime, messagesOf } from '../support/given-answer.ts'
import {
  givenContactTicket,
  givenLinkedTicket,
  mailFromContact,
  replyAddressOf,
} from '../support/given-contact.ts'
import { givenFile } from '../support/given-file.ts'
import { givenContact, givenMessage } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

type Thing = { id: string }

const download = (token: string, message: Thing, file: Thing) =>
  call(readLinkedFile, { body: { token, message_id: message.id, file_id: file.id } })

/** Adds a message with a file of an agent to a ticket. */
const givenAttached = async (agent: SignedIn, ticket: Thing, bytes: string, fields = {}) => {
  const file = await givenFile(agent, { name: 'manual.txt', bytes })
  const message = await givenMessage(agent, ticket, { attachments: [file.id], ...fields })
  return { file, message }
}

const bytesAt = async ({ url }: { url: string }) => (await fetch(url)).text()

describe('POST /support/linked-ticket/files', () => {
  test('downloads files of agents and of the contact from public messages', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket()
    const { file, message } = await givenAttached(agent, ticket, 'Turn it off.')
    const to = await replyAddressOf(contact, ticket)
    await mailFromContact(contact, { to, ...attached('log.txt', 'Paper jam') })

    const messages = byTime((await made(readLinkedTicket, { body: { token } })).messages)
    const names = messages.map(({ attachments }) => attachments.map(({ name }) => name))
    const [first, second] = messages
    const links = [
      await download(token, message, file),
      await download(token, second!, second!.attachments[0]!),
    ]

    expect(names).toEqual([['manual.txt'], ['log.txt']])
    expect(first!.attachments).toEqual(message.attachments)
    expect(links.map(({ status }) => status)).toEqual([200, 200])
    expect(await Promise.all(links.map(({ body }) => bytesAt(body)))).toEqual(['Turn it off.', 'Paper jam'])
    const seconds = links.map(({ body }) => (Date.parse(body.expires_at) - Date.now()) / 1_000)
    expect(Math.max(...seconds)).toBeLessThanOrEqual(300)
  })

  test('returns 404 for any other file', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket()
    const internal = await givenAttached(agent, ticket, 'Secret', { is_internal: true })
    const open = await givenAttached(agent, ticket, 'Turn it off.')
    const second = await givenAttached(agent, await givenContactTicket(agent, contact), 'Other')
    const stranger = await givenContact(agent)
    const strange = await givenAttached(agent, await givenContactTicket(agent, stranger), 'Other')
    const loose = await givenFile(agent)

    const statuses = await statusByCase({
      internal: download(token, internal.message, internal.file),
      'internal file of a public message': download(token, open.message, internal.file),
      'file of another ticket of the contact': download(token, second.message, second.file),
      'file of another ticket, in a message of this one': download(token, open.message, second.file),
      'file of another contact': download(token, strange.message, strange.file),
      'unattached file': download(token, open.message, loose),
      'unknown file': download(token, open.message, { id: randomUUID() }),
    })

    expect(new Set(Object.values(statuses))).toEqual(new Set([404]))
    expect((await download(token, open.message, open.file)).status).toBe(200)
  })

  test('returns 404 for files that are deleted, or that their attacher may no longer read', async () => {
    const { agent, ticket, token } = await givenLinkedTicket()
    const deleted = await givenAttached(agent, ticket, 'Turn it off.')
    const owner = await signedIn()
    const shared = await givenFile(owner, { grants: [[agent, 'read']] })
    const message = await givenMessage(agent, ticket, { attachments: [shared.id] })
    const before = await download(token, message, shared)

    await call(deleteFile, { as: agent, params: deleted.file })
    await made(updateFile, { as: owner, params: shared, body: { grants: [] } })

    const after = [
      await download(token, deleted.message, deleted.file),
      await download(token, message, shared),
    ]
    const { messages } = await made(readLinkedTicket, { body: { token } })
    expect([before.status, ...after.map(({ status }) => status)]).toEqual([200, 404, 404])
    expect(messages[0]!.attachments).toEqual([])
  })

  test('returns 422 for a wrong link, the link of another ticket’s contact, and after the deletion', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket()
    const { file, message } = await givenAttached(agent, ticket, 'Turn it off.')
    const other = await givenLinkedTicket()
    const [id, secret] = token.split('.')
    const [otherId, otherSecret] = other.token.split('.')

    const statuses = await statusByCase({
      wrong: download(`${token}x`, message, file),
      empty: download('', message, file),
      'secret of another ticket': download(`${id}.${otherSecret}`, message, file),
      'ticket of another contact': download(`${otherId}.${secret}`, message, file),
    })
    const foreign = await download(other.token, message, file)
    await call(deleteContact, { as: agent, params: contact })
    const deleted = await download(token, message, file)

    expect(new Set(Object.values(statuses))).toEqual(new Set([422]))
    expect([foreign.status, deleted.status]).toEqual([404, 422])
  })

  test('follows the messages into the ticket of a merge', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket()
    const { file, message } = await givenAttached(agent, ticket, 'Turn it off.')
    const into = await givenContactTicket(agent, contact)
    await made(mergeTicket, { as: agent, params: ticket, body: { into: into.id } })
    await settle()

    const link = await download(token, message, file)

    expect((await messagesOf(agent, into.id)).map(({ id }) => id)).toEqual([message.id])
    expect(await bytesAt(link.body)).toBe('Turn it off.')
  })
})
