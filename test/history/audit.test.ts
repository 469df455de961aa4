import { beforeEach, describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { findHistoryEntry } from '../../src/platform/history/entry.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { deleteEntry } from '../../src/trash/endpoints/delete-entry.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenAccount, rightPassword } from '../support/given-account.ts'
import { givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle, settleAfter } from '../support/world.ts'
import { givenEntry } from './given.ts'

let admin: SignedIn

beforeEach(async () => {
  admin = await signedIn({ role: 'admin' })
})

const dayMilliseconds = 86_400_000

const audit = (query: Record<string, string | number>) => made(listAudit, { as: admin, query })

/** Returns the entries of all pages, and checks that there are at most this many. */
const allOf = async (query: Record<string, string | number>, maxPages = 20) => {
  const items: { id: string; at: string; action: string; address: string | null }[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < maxPages && cursor !== null; page += 1) {
    const answer = await audit({ ...query, ...(cursor && { cursor }) })
    items.push(...answer.items)
    cursor = answer.next_cursor
  }
  expect(cursor, 'there is an end').toBeNull()
  return items
}

describe('GET /audit', () => {
  test('returns the author, address and request of a change', async () => {
    const [ada, bob] = await adaAndBob()
    const space = await givenSpace(ada)
    const body = { members: [{ user_id: bob.id, permission: 'admin' as const }] }
    const answer = await call(updateSpace, { as: ada, params: { id: space.id }, body, address: '192.0.2.9' })
    await settle()

    const { items } = await audit({ resource_type: 'wiki_space', resource_id: space.id })

    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      actor: { id: ada.id, name: 'Ada Adams' },
      via: 'session',
      action: 'wiki_space.updated',
      object: { type: 'wiki_space', id: space.id },
      resource: { type: 'wiki_space', id: space.id },
      reply: null,
      request_id: answer.headers['x-request-id'],
      address: '192.0.2.9',
      changes: [{ field: 'members', before: [], after: [{ user_id: bob.id, permission: 'admin' }] }],
    })
    expect(JSON.stringify(items)).not.toContain('Bob')
  })

  test('filters by person and action', async () => {
    const [ada, bob] = await adaAndBob()
    const spaces = [await givenSpace(ada), await givenSpace(ada)]
    await givenSpace(bob)
    await settle()

    const items = await allOf({ actor_id: ada.id, action: 'wiki_space.created', limit: 1 })

    expect(items.map((item) => (item as never as { object: { id: string } }).object.id)).toEqual(
      spaces.map(({ id }) => id).reverse(),
    )
  })

  test('pages through all days and returns each entry once', async () => {
    const resource_type = 'category'
    const days = [399, 100, 95, 62, 31, 30, 1, 1, 0]
    for (const day of days) await givenEntry(day, { resource_type })

    const items = await allOf({ resource_type, limit: 2 }, 40)

    expect(items.map(({ at }) => Math.round((Date.now() - Date.parse(at)) / dayMilliseconds))).toEqual(
      days.toReversed(),
    )
  })

  test('filters by time', async () => {
    const entries = [await givenEntry(3), await givenEntry(2), await givenEntry(1)]
    const [first, second, third] = entries.map(({ at }) => at) as [string, string, string]
    const ids = async (query: Record<string, string>) => {
      const known = new Set(entries.map(({ id }) => id))
      return (await allOf(query)).flatMap(({ id }) =>
        known.has(id) ? [entries.findIndex((one) => one.id === id)] : [],
      )
    }

    expect(await ids({ since: second })).toEqual([2, 1])
    expect(await ids({ since: first, until: third })).toEqual([1, 0])
    expect(await ids({ until: '2000-01-01T00:00:00Z' })).toEqual([])
    expect(await ids({ since: '9999-01-01T00:00:00Z' })).toEqual([])
  })

  test('finds entries by ID alone', async () => {
    const entry = await givenEntry(42)

    expect(await findHistoryEntry(entry.id)).toEqual(entry)
    expect(await findHistoryEntry(newId())).toBeUndefined()
  })

  test('hides addresses after 90 days', async () => {
    const actor_id = newId()
    await givenEntry(91, { actor_id })
    await givenEntry(89, { actor_id })

    expect((await allOf({ actor_id })).map(({ address }) => address)).toEqual(['192.0.2.1', null])
  })

  test('shows people without an account as former colleagues', async () => {
    const actor_id = newId()
    await givenEntry(1, { actor_id })

    expect((await audit({ actor_id })).items[0]!.actor).toEqual({ id: actor_id, name: 'Former colleague' })
  })

  test('lists sign-ins', async () => {
    const { id, email } = await givenAccount()
    await made(login, { body: { email, password: rightPassword } })
    await settle()

    const filters = { actor_id: `${id},${newId()}`, action: 'session.created,session.removed' }
    expect((await audit(filters)).items[0]).toMatchObject({
      resource: { type: 'user', id },
      address: '192.0.2.1',
      changes: [{ field: 'method', before: null, after: 'password' }],
    })
  })

  test('lists failed sign-ins with their address, and with their person if known', async () => {
    const { id, email } = await givenAccount()
    const from = (address: string, who: string) =>
      call(login, { body: { email: who, password: 'wrong' }, address })
    const since = new Date().toISOString()
    await from('192.0.2.20', email)
    await from('192.0.2.21', 'nobody@example.com')
    await settleAfter(3 * 86_400)
    admin = await signedIn({ role: 'admin' })

    const { items } = await audit({ action: 'sign_in_failure.created', since })

    const changes = [{ field: 'method', before: null, after: 'password' }]
    expect(items).toMatchObject([
      { actor: null, resource: { type: 'sign_in_failure' }, address: '192.0.2.21', changes },
      { actor: null, resource: { type: 'user', id }, address: '192.0.2.20', changes },
    ])
    expect(JSON.stringify(items)).not.toContain('nobody@')
  })

  test('shows who permanently deleted a space that another person had deleted', async () => {
    const owner = await signedIn()
    const space = await givenSpace(owner)
    await call(deleteSpace, { as: owner, params: { id: space.id } })
    await call(deleteEntry, { as: admin, params: { id: space.id } })
    await settle()

    const { items } = await audit({ resource_type: 'wiki_space', resource_id: space.id })
    expect(items.map(({ action, actor }) => [action, actor!.id])).toEqual([
      ['wiki_space.purged', admin.id],
      ['wiki_space.deleted', owner.id],
      ['wiki_space.created', owner.id],
    ])
  })

  test('shows the former and new settings of the support desk', async () => {
    const change = (name: string) =>
      made(updatePolicies, { as: admin, body: { categories: [{ name, address: 'desk@mail.example.com' }] } })
    await change('Hardware')
    await change('Printers')
    await settle()

    const { items } = await audit({ actor_id: admin.id, action: 'support_policies.updated' })

    const [before, after] = ['Hardware', 'Printers'].map((name) => [expect.objectContaining({ name })])
    expect(items).toMatchObject([{ changes: [{ field: 'categories', before, after }] }])

    await made(updatePolicies, { as: admin, body: { holidays: ['2026-12-25'] } })
    await settle()

    const [newest] = (await audit({ actor_id: admin.id, action: 'support_policies.updated' })).items
    expect(newest).toMatchObject({ changes: [{ field: 'holidays', before: [], after: ['2026-12-25'] }] })
  })

  test.each<['user' | 'support_agent']>([['user'], ['support_agent']])(
    'returns 403 to a %s',
    async (role) => {
      expect((await call(listAudit, { as: await signedIn({ role }) })).status).toBe(403)
    },
  )

  test.each([
    ['an id without a type', { resource_id: newId() }, 'resource_type'],
    ['an action that is none', { action: 'Delete everything' }, 'action'],
    ['a type that is none', { resource_type: 'bogus' }, '"resource_type" must be one of wiki_space, '],
    ['a time that is none', { since: 'yesterday' }, 'since'],
    ['a person who is no id', { actor_id: 'ada' }, 'actor_id'],
  ])('rejects %s', async (_, query, field) => {
    const { status, detail } = await call(listAudit, { as: admin, query })

    expect([status, detail]).toEqual([422, expect.stringContaining(field)])
  })
})
