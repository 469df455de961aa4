import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { idempotencyRecords } from '../../src/platform/http/idempotency-record.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { call } from '../support/call.ts'
import {
  addressOf,
  attached,
  givenCategory,
  mailFrom,
  messagesOf,
  ticketsOf,
} from '../support/given-answer.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { settle } from '../support/world.ts'

const storedRecords = async () => {
  const items = (await Array.fromAsync(scanItems())).flat()
  const records = items.filter(({ pk, sk }) => pk.startsWith('idempotency#') && sk === 'record')
  return records.map((item) => idempotencyRecords.read(item))
}

/** Makes all idempotency records some days older. */
const age = async (days: number) => {
  for (const record of await storedRecords())
    await idempotencyRecords.update(record, { started_at: record.started_at - days * 86_400_000 })
}

/** Makes all requests look as if they were killed after their last write. */
const interruptAll = async () => {
  for (const record of await storedRecords())
    await idempotencyRecords.update(record, { status: null, answer: null, text: null, leased_until: 0 })
}

describe('Redelivered mail', () => {
  test('creates nothing a second time while it is in the bucket', async () => {
    const { requester, address } = await givenCategory()
    const mail = { to: address, messageId: `<${randomUUID()}@example.com>`, ...attached('log.txt', 'Paper') }
    await mailFrom(requester, mail)

    await age(30)
    await mailFrom(requester, mail)

    const [ticket, ...more] = await ticketsOf(requester)
    const { items } = (await call(listMessages, { as: requester, query: { ticket_id: ticket!.id } })).body
    expect(more).toEqual([])
    expect(items).toMatchObject([{ attachments: [{ name: 'log.txt' }] }])
  })

  test.each([0, 1, 2])(
    'creates its message once if its ticket is merged after %i merges and an interruption',
    async (merges) => {
      const { requester, agent } = await givenDesk()
      const [first, second, third, last] = await Promise.all(
        Array.from({ length: 4 }, () => givenTicket(requester)),
      )
      const chain = [first!, second!, third!, last!]
      const mergeInto = async (from: number, into: number) => {
        await made(mergeTicket, { as: agent, params: chain[from]!, body: { into: chain[into]!.id } })
        await settle()
      }
      for (let n = 0; n < merges; n += 1) await mergeInto(n, n + 1)
      const to = await addressOf(requester, { type: 'ticket', id: first!.id })
      const mail = { to, messageId: `<${randomUUID()}@example.com>`, body: 'It is still on fire.' }
      await mailFrom(requester, mail)
      await interruptAll()
      await mergeInto(merges, 3)

      await mailFrom(requester, mail)

      const messages = await Promise.all(chain.map(({ id }) => messagesOf(requester, id)))
      expect(messages.map((items) => items.map(({ text }) => text))).toEqual([
        [],
        [],
        [],
        ['It is still on fire.'],
      ])
      expect(
        (await mailsTo(requester.email)).filter(({ subject }) => subject.startsWith('Not added')),
      ).toEqual([])
    },
  )
})
