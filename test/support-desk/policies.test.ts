import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readPolicies } from '../../src/support/endpoints/read-policies.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { findCategory, findCategoryByAddress, loadPolicies } from '../../src/support/policies/policies.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenGroup } from '../support/given-group.ts'
import { givenDesk } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'

const { requester, agent, admin } = await givenDesk()

const change = (categories: BodyOf<typeof updatePolicies>['categories'], as = admin, headers = {}) =>
  call(updatePolicies, { as, body: { categories }, headers })

const categoriesNow = async () => (await made(readPolicies, { as: agent })).categories

describe('GET /support/policies', () => {
  test('returns version 1 before the first change', async () => {
    expect(await made(readPolicies, { as: agent })).toEqual({
      categories: [],
      priorities: { low: null, normal: null, high: null, urgent: null },
      business_hours: [],
      holidays: [],
      timezone: 'UTC',
      version: 1,
      updated_at: null,
    })
  })

  test('returns 403 for requesters', async () => {
    expect((await call(readPolicies, { as: requester })).status).toBe(403)
  })
})

describe('PUT /support/policies', () => {
  test('sets the categories, which can be found by name and address regardless of case', async () => {
    const group = await givenGroup(agent)
    const before = await made(readPolicies, { as: admin })

    const set = await change(
      [{ name: 'Hardware', group_id: group.id, address: 'Hardware@Mail.Example.com' }, { name: 'Other' }],
      admin,
      { 'If-Match': `"${before.version}"` },
    )

    const hardware = {
      name: 'Hardware',
      group_id: group.id,
      group: { id: group.id, name: group.name },
      address: 'hardware@mail.example.com',
    }
    expect(set.headers['etag']).toBe(`"${before.version + 1}"`)
    expect(set.body.categories).toEqual([
      hardware,
      { name: 'Other', group_id: null, group: null, address: null },
    ])
    expect(await categoriesNow()).toEqual(set.body.categories)
    expect([
      findCategory(await loadPolicies(), ' HARDWARE'),
      await findCategoryByAddress('hardware@mail.EXAMPLE.com'),
    ]).toEqual([undefined, hardware])
    expect(findCategory(await loadPolicies(), 'HARDWARE')).toEqual(hardware)
  })

  test('accepts an unchanged response body without raising the version', async () => {
    const group = await givenGroup(agent)
    await change([{ name: 'Network', group_id: group.id }])
    const body = await made(readPolicies, { as: admin })

    expect(await made(updatePolicies, { as: admin, body })).toEqual(body)
  })

  test('accepts any address if no mail is received, and keeps it when that changes', async () => {
    const categories = [{ name: 'Elsewhere', address: 'desk@example.com' }]
    const { MAIL_INBOUND } = process.env
    process.env['MAIL_INBOUND'] = ''
    const set = await change(categories)
    Object.assign(process.env, { MAIL_INBOUND })

    const kept = await change([...categories, { name: 'Other' }])

    expect([set.status, kept.status]).toEqual([200, 200])
  })

  test('returns 412 for another version', async () => {
    const { status } = await change([{ name: 'Stale' }], admin, { 'If-Match': '"999"' })

    expect(status).toBe(412)
  })

  test('returns 403 for agents', async () => {
    expect((await change([], agent)).status).toBe(403)
  })

  test.each([
    [
      'a group that is none',
      [{ name: 'a' }, { name: 'b', group_id: randomUUID() }],
      'categories[1].group_id',
    ],
    ['a name twice', [{ name: 'Printers' }, { name: 'printers' }], 'categories'],
    [
      'an address twice',
      [
        { name: 'a', address: 'a@mail.example.com' },
        { name: 'b', address: 'A@mail.example.com' },
      ],
      'categories',
    ],
    ['an address that is none', [{ name: 'a', address: 'desk' }], 'categories[0].address'],
    ['an address of answers', [{ name: 'a', address: 'Reply+1@mail.example.com' }], 'categories[0].address'],
    [
      'an address where no mail is received',
      [{ name: 'a', address: 'ceo@example.com' }],
      'categories[0].address',
    ],
    ['more than 100', Array.from({ length: 101 }, (_, n) => ({ name: `Category ${n}` })), 'categories'],
  ])('rejects %s', async (_, categories, field) => {
    const { status, detail } = await change(categories)

    expect([status, detail]).toEqual([422, expect.stringContaining(`"${field}"`)])
  })
})
