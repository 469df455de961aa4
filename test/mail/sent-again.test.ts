import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { idempotencyRecords } from '../../src/platform/http/idempotency-record.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { call } from '../support/call.ts'
import { attached, givenCategory, mailFrom, ticketsOf } from '../support/given-answer.ts'

/** Makes all idempotency records some days older. */
const age = async (days: number) => {
  const items = (await Array.fromAsync(scanItems())).flat()
  const records = items.filter(({ pk, sk }) => pk.startsWith('idempotency#') && sk === 'record')
  for (const record of records.map((item) => idempotencyRecords.read(item)))
    await idempotencyRecords.update(record, { started_at: record.started_at - days * 86_400_000 })
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
})
