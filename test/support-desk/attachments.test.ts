import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attachments } from '../../src/files/file/attachment-row.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { call, raw } from '../support/call.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { givenDesk, givenMessage, givenTicket, givenTicketIn, ticketFor } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const desk = await givenDesk()

const write = (as: SignedIn, ticket: { id: string }, attachments: unknown) =>
  call(createMessage, {
    as,
    body: { ticket_id: ticket.id, text: 'See the file', attachments: raw(attachments) },
  })

describe('Message attachments', () => {
  test('returns name, size and type of each attachment, without deleted files', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)
    const [first, second] = [await givenFile(requester, { name: 'a.txt' }), await givenFile(requester)]

    const answer = await write(requester, ticket, [second.id, first.id])
    await call(deleteFile, { as: requester, params: { id: first.id } })

    const { items } = await made(listMessages, { as: agent, query: { ticket_id: ticket.id } })
    const [shown, deleted] = [second, first].map(({ id, name, size, content_type }) => ({
      id,
      name,
      size,
      content_type,
    }))
    expect(answer.status).toBe(201)
    expect(answer.body.attachments).toEqual([shown, deleted])
    expect(items).toEqual([{ ...answer.body, attachments: [shown] }])
  })

  test('rejects a missing, foreign or unfinished file and writes nothing', async () => {
    const { requester, agent } = desk
    const stranger = await signedIn()
    const ticket = await givenTicket(requester)
    const [foreign, waiting] = [await givenFile(agent), await givenUpload(requester)]

    const answers = [
      await write(requester, ticket, [randomUUID()]),
      await write(requester, ticket, [foreign.id]),
      await write(requester, ticket, [waiting.file.id]),
      await write(requester, ticket, ['abc']),
      await write(
        requester,
        ticket,
        Array.from({ length: 11 }, () => randomUUID()),
      ),
      await write(stranger, ticket, [randomUUID()]),
    ]

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 409, 422, 422, 404])
    for (const { detail } of answers.filter(({ status }) => status === 422))
      expect(detail).toContain('"attachments')
    expect((await ticketFor(requester, ticket)).message_count).toBe(0)
  })

  test('reports a wrong file before the closed ticket', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicketIn(requester, agent, 'closed')

    const [wrong, right] = [
      await write(requester, ticket, [randomUUID()]),
      await write(requester, ticket, []),
    ]

    expect(wrong.status, 'wrong').toBe(422)
    expect(right.status, 'right').toBe(409)
  })

  test('grants read access with the message, so not to the requester of an internal one', async () => {
    const { requester, agent, admin } = desk
    const [stranger, own] = [await signedIn(), await givenTicket(agent)]
    const [ticket, asked, answered, noted] = [
      await givenTicket(requester),
      await givenFile(requester),
      await givenFile(agent),
      await givenFile(admin),
    ]
    await givenMessage(requester, ticket, { attachments: [asked.id] })
    await givenMessage(agent, ticket, { attachments: [answered.id] })
    await givenMessage(admin, own, { attachments: [noted.id], is_internal: true })
    await givenMessage(admin, ticket, { attachments: [noted.id], is_internal: true })
    const colleague = await signedIn({ role: 'support_agent' })

    const statuses = await Promise.all(
      [asked, answered, noted].map(({ id }) =>
        Promise.all(
          [requester, agent, colleague, stranger].map(async (as) => {
            const { status } = await call(readFile, { as, params: { id } })
            const query = { redirect: false }
            expect((await call(readContents, { as, params: { id }, query })).status).toBe(status)
            return status
          }),
        ),
      ),
    )

    expect(statuses).toEqual([
      [200, 200, 200, 404],
      [200, 200, 200, 404],
      [404, 200, 200, 404],
    ])
  })

  test('hides internal files on an agent’s own ticket from that agent', async () => {
    const { agent, admin } = desk
    const ticket = await givenTicket(agent)
    const file = await givenFile(admin)
    await givenMessage(admin, ticket, { attachments: [file.id], is_internal: true })

    const [own, other] = await Promise.all(
      [agent, await signedIn({ role: 'support_agent' })].map((as) =>
        call(readFile, { as, params: { id: file.id } }),
      ),
    )

    expect(own?.status, 'own').toBe(404)
    expect(other?.status, 'other').toBe(200)
  })
})

test('Read access to a file follows from a ticket behind 120 other uses', async () => {
  const { requester, agent } = desk
  const file = await givenFile(agent)
  const others = Array.from({ length: 120 }, () => ({
    file_id: file.id,
    type: 'task' as const,
    thing_id: randomUUID(),
    reader_id: null,
  }))
  await writeBatch(
    others.map((row) => attachments.itemOf(row)),
    [],
  )
  const before = await call(readFile, { as: requester, params: file })

  await givenMessage(agent, await givenTicket(requester), { attachments: [file.id] })

  const after = await call(readFile, { as: requester, params: file })
  expect(before.status, 'before').toBe(404)
  expect(after.status, 'after').toBe(200)
})
