import { beforeAll, describe, expect, test } from 'vitest'
import { inRequest, noSession, newReplay } from '../../src/platform/runtime/request-context.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { addMessage } from '../../src/support/message/changes.ts'
import { openTicket as open } from '../../src/support/ticket/new-ticket.ts'
import { call } from '../support/call.ts'
import { heldCalls, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { made } from '../support/given.ts'
import {
  changedTicket,
  givenDesk,
  givenMessage,
  givenTicket,
  givenTicketIn,
  ticketFor,
} from '../support/given-ticket.ts'
import type { SignedIn } from '../support/people.ts'
import { times } from '../support/times.ts'

const desk = await givenDesk()

const textsOf = async (as: SignedIn, ticket: { id: string }) => {
  const { items } = await made(listMessages, { as, query: { ticket_id: ticket.id, limit: 100 } })
  return items.map(({ text }: { text: string }) => text) as string[]
}

const ascending = (a: number, b: number) => a - b

describe('Concurrent requests', () => {
  test('each of 50 new tickets gets its own number, above the existing ones', async () => {
    const { requester } = desk
    const { number: before } = await givenTicket(requester)

    const answers = await Promise.all(
      times(50, () =>
        call(createTicket, { as: requester, body: { subject: 'All at once', description: 'Now.' } }),
      ),
    )

    const numbers = answers.map(({ body }) => body.number as number)
    const { number: next } = await givenTicket(requester)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(numbers).size).toBe(50)
    expect(Math.min(...numbers)).toBeGreaterThan(before)
    expect(Math.max(...numbers)).toBeLessThan(next)
  })

  test('one ticket loses neither messages nor counts', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)

    const answers = await Promise.all(
      times(25, (n) =>
        call(createMessage, {
          as: n % 2 === 0 ? requester : agent,
          body: { ticket_id: ticket.id, text: `text ${n}`, is_internal: n % 5 === 1 && n % 2 === 1 },
        }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const written = answers.map(
      ({ body }) => body as { text: string; is_internal: boolean; created_at: string },
    )
    const open = written.filter(({ is_internal }) => !is_internal)
    expect((await textsOf(agent, ticket)).sort()).toEqual(written.map(({ text }) => text).sort())
    const [forAgent, forRequester] = [await ticketFor(agent, ticket), await ticketFor(requester, ticket)]
    expect(forAgent).toMatchObject({ message_count: 25, status: 'in_progress' })
    expect(forRequester.message_count).toBe(open.length)
    const last = open
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1)
    expect(forRequester.last_message_at).toBe(last)
  })

  test('messages and changes leave a ticket consistent', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicketIn(requester, agent, 'pending')
    const priorities = ['low', 'normal', 'high', 'urgent'] as const

    const [moved, written] = await Promise.all([
      Promise.all(
        times(4, (n) =>
          call(updateTicket, { as: agent, params: { id: ticket.id }, body: { priority: priorities[n] } }),
        ),
      ),
      Promise.all(
        times(8, (n) =>
          call(createMessage, { as: requester, body: { ticket_id: ticket.id, text: `text ${n}` } }),
        ),
      ),
    ])

    const after = await ticketFor(requester, ticket)
    expect(moved.map(({ status }) => status)).toEqual(moved.map(() => 200))
    expect(written.map(({ status }) => status)).toEqual(written.map(() => 201))
    expect(after).toMatchObject({ status: 'open', message_count: 8 })
    expect((await textsOf(requester, ticket)).length).toBe(8)
  })
})

describe('Retry of an interrupted request', () => {
  test('creates the same ticket with the same number, and the same message', async () => {
    const { requester, agent } = desk
    const fields = {
      subject: 'Cut off',
      description: 'In the middle',
      priority: 'low',
      category: null,
    } as const
    const startedAt = Date.now()
    const twice = async <T>(
      seed: string,
      work: () => Promise<T>,
      meanwhile: (made: T) => Promise<unknown>,
    ) => {
      const run = () =>
        inRequest({ requestId: seed, confirmSession: noSession, replay: newReplay(seed, startedAt) }, work)
      const first = await run()
      await meanwhile(first)
      return [first, await run()] as const
    }

    const [ticket, sameTicket] = await twice(
      'ticket',
      () => open(requester, fields),
      () => givenTicket(requester),
    )
    const text = { ticket_id: ticket.id, text: 'Once', attachments: [], is_internal: false }
    const [message, sameMessage] = await twice(
      'message',
      () => addMessage(requester, text),
      () => givenMessage(agent, ticket),
    )

    expect(sameTicket).toEqual(ticket)
    expect(sameMessage).toEqual(message)
    expect((await ticketFor(requester, ticket)).message_count).toBe(3)
  })
})

describe('Table that is slow or loses responses', () => {
  let proxy: DynamoProxy
  let write: typeof createMessage
  let make: typeof createTicket

  beforeAll(async () => {
    const given = await givenTableProxy(async () => ({
      write: (await import('../../src/support/endpoints/create-message.ts')).createMessage,
      make: (await import('../../src/support/endpoints/create-ticket.ts')).createTicket,
    }))
    proxy = given.proxy
    ;({ write, make } = given.loaded)
    return given.end
  })

  test('rejects a message if the ticket is closed before the message is written', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicketIn(requester, agent, 'in_progress')
    proxy.loses = () => false
    const held = heldCalls(proxy, 'TransactWriteItems')

    const writing = call(write, { as: requester, body: { ticket_id: ticket.id, text: 'On its way' } })
    await held.came
    await changedTicket(agent, ticket, { status: 'closed' })
    held.pass()
    const answer = await writing

    expect(answer.status).toBe(409)
    expect(await ticketFor(requester, ticket)).toMatchObject({ status: 'closed', message_count: 0 })
  })

  test('rejects a message if an internal one follows its base before it is written', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)
    const seen = await givenMessage(agent, ticket)
    proxy.loses = () => false
    const held = heldCalls(proxy, 'TransactWriteItems')

    const body = { ticket_id: ticket.id, text: 'On its way', base_message_id: seen.id }
    const writing = call(write, { as: agent, body })
    await held.came
    await givenMessage(admin, ticket, { is_internal: true })
    held.pass()
    const answer = await writing

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'support.newer_message'])
  })

  test('duplicates neither numbers nor messages in 20 concurrent requests', async () => {
    const { requester, agent } = desk
    let calls = 0
    proxy.loses = (_, attempt) => attempt === 1 && calls++ % 5 === 0

    const opened = await Promise.all(
      times(20, () => call(make, { as: requester, body: { subject: 'Lost' } })),
    )
    const ticket = opened[0]?.body as { id: string }
    const written = await Promise.all(
      times(20, (n) =>
        call(write, {
          as: n % 2 === 0 ? requester : agent,
          body: { ticket_id: ticket.id, text: `text ${n}` },
        }),
      ),
    )

    const numbers = opened.map(({ body }) => body.number as number).sort(ascending)
    expect([...opened, ...written].map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 201))
    expect(new Set(numbers).size).toBe(20)
    expect((await ticketFor(agent, ticket)).message_count).toBe(20)
    expect((await textsOf(agent, ticket)).length).toBe(20)
  })
})
