import { describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { hashSecret } from '../../src/platform/runtime/secret.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { updateContact } from '../../src/support/contact/endpoints/update-contact.ts'
import { replyByLink } from '../../src/support/correspondence/endpoints/reply-by-link.ts'
import { readLinkedTicket } from '../../src/support/correspondence/endpoints/read-linked-ticket.ts'
import { call } from '../support/call.ts'
import { captureLog } from '../support/captured-log.ts'
import { messagesOf } from '../support/given-answer.ts'
import { givenContactTicket, givenLinkedTicket } from '../support/given-contact.ts'
import { changedTicket, givenMessage, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import { settle } from '../support/world.ts'
import { restore } from '../trash/given.ts'

/** Network address that no other test uses. */
const networks = (function* () {
  for (let n = 1; ; n += 1) yield `198.51.${Math.floor(n / 250)}.${n % 250}`
})()
const network = () => networks.next().value

const read = (token: string, address = network()) => call(readLinkedTicket, { body: { token }, address })

const answer = (token: string, text = 'Thank you.', headers = {}) =>
  call(replyByLink, { body: { token, text }, headers, address: network() })

describe('POST /support/linked-ticket', () => {
  test('shows the public messages of one ticket', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket({ description: 'Since noon.' })
    await givenMessage(agent, ticket, { text: 'Please wait.' })
    await givenMessage(agent, ticket, { text: 'Internal secret', is_internal: true })
    await givenContactTicket(agent, contact, { subject: 'Other', description: 'Other words' })

    const { status, body, text } = await read(token)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      number: ticket.number,
      subject: 'It leaks',
      status: 'in_progress',
      truncated: false,
      messages: [
        { text: 'Since noon.', author: 'requester' },
        { text: 'Please wait.', author: 'agent', author_name: agent.name },
      ],
    })
    expect(text).not.toMatch(/secret|Other/)
    expect(text).not.toContain(agent.id)
  })

  test('accepts the link of each mail, and no other', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket()
    const other = await givenContactTicket(agent, contact)
    await givenMessage(agent, ticket)
    await settle()
    const tokens = (await mailsTo(contact.email)).map(tokenIn)
    const [id = '', secret = ''] = token.split('.')

    const right = await Promise.all(tokens.map((each) => read(each)))
    const wrong = await Promise.all(
      [`${other.id}.${secret}`, `${id}.x`, `${id}.${secret}x`, secret, '', `..${secret}`].map((each) =>
        read(each),
      ),
    )

    expect(right.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(right.filter(({ body }) => body.number === ticket.number)).toHaveLength(2)
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422])
  })

  test('stores no secret and logs none', async () => {
    const log = captureLog()
    const { contact, token } = await givenLinkedTicket()
    await read(token)
    await answer(token)
    log.release()

    const secret = token.split('.')[1]!
    const stored: string[] = []
    for await (const items of scanItems()) stored.push(JSON.stringify(items))
    expect(secret.length).toBeGreaterThan(40)
    expect(stored.join()).toContain(hashSecret(`${secret} ${contact.email}`))
    expect(stored.join()).not.toContain(secret)
    expect(log.text()).toContain('/support/linked-ticket')
    expect(log.text()).not.toContain(secret)
  })

  test('ends with the contact, whose restoration revives it, and with the address', async () => {
    const { agent, contact, token } = await givenLinkedTicket()

    await call(deleteContact, { as: agent, params: contact })
    const deleted = [(await read(token)).status, (await answer(token)).status]
    await restore(agent, contact)
    const restored = await read(token)
    await made(updateContact, { as: agent, params: contact, body: { email: `x${contact.email}` } })
    const moved = await read(token)

    expect([...deleted, restored.status, moved.status]).toEqual([422, 422, 200, 422])
  })

  test('returns 429 after 20 wrong links from a network, but accepts right ones', async () => {
    const { token } = await givenLinkedTicket()
    const address = network()

    const wrong = await Promise.all(Array.from({ length: 22 }, () => read(`${token}x`, address)))

    const statuses = wrong.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect((await read(token, address)).status).toBe(200)
  })
})

describe('POST /support/linked-ticket/messages', () => {
  test('adds a message of the contact, which reopens a resolved ticket', async () => {
    const { agent, contact, ticket, token } = await givenLinkedTicket()
    await changedTicket(agent, ticket, { status: 'resolved' })

    const { status, body } = await answer(token, 'Still wet.')

    expect([status, body.author, body.author_name]).toEqual([201, 'requester', contact.name])
    expect(await messagesOf(agent, ticket.id)).toMatchObject([
      { text: 'Still wet.', is_internal: false, author: { type: 'requester', id: contact.id } },
    ])
    expect((await ticketFor(agent, ticket)).status).toBe('open')
  })

  test('accepts 10,000 characters of any alphabet', async () => {
    const { token } = await givenLinkedTicket()

    expect((await answer(token, 'я'.repeat(10_000))).status).toBe(201)
  })

  test('adds one message for ten concurrent requests with one key', async () => {
    const { agent, ticket, token } = await givenLinkedTicket()

    await Promise.all(Array.from({ length: 10 }, () => answer(token, 'Once', { 'Idempotency-Key': token })))

    expect(await messagesOf(agent, ticket.id)).toHaveLength(1)
  })

  test('returns 409 for a closed ticket, 422 for no text, and 429 after 20 messages', async () => {
    const { agent, ticket, token } = await givenLinkedTicket()
    const blank = await answer(token, ' ')
    const all = await Promise.all(Array.from({ length: 21 }, () => answer(token)))
    await changedTicket(agent, ticket, { status: 'closed' })
    const other = await givenLinkedTicket()
    await changedTicket(other.agent, other.ticket, { status: 'closed' })
    const closed = await answer(other.token)

    expect([blank.status, closed.status]).toEqual([422, 409])
    expect(all.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
