import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/scan.ts'
import { idempotencyRecords } from '../../src/platform/http/idempotency-record.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { call } from '../support/call.ts'
import { attached, givenCategory, mailFrom, ticketsOf } from '../support/given-answer.ts'

/** What was done under a key is some days old. */
const age = async (days: number) => {
  const items = (await Array.fromAsync(scanItems())).flat()
  const records = items.filter(({ pk, sk }) => pk.startsWith('idempotency#') && sk === 'record')
  for (const record of records.map((item) => idempotencyRecords.read(item)))
    await idempotencyRecords.update(record, { started_at: record.started_at - days * 86_400_000 })
}

describe('A mail that is read again', () => {
  test('makes nothing a second time, as long as it is in the bucket', async () => {
    const { requester, address } = await givenCategory()
    const mail = { to: address, messageId: `<${randomUUID()}@example.com>`, ...attached('log.txt', 'Paper') }
    await mailFrom(requester, mail)

    await age(30)
    await mailFrom(requester, mail)

    const [{ id }, ...more] = await ticketsOf(requester)
    const { items } = (await call(listMessages, { as: requester, query: { ticket_id: id } })).body
    expect(more).toEqual([])
    expect(items).toMatchObject([{ attachments: [{ name: 'log.txt' }] }])
  })
})
