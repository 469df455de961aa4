import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { givenTableProxy, withoutPauses, type GivenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { exactly, givenGroup, givenPeople, idsOf, membersEverywhere } from './given.ts'

/** Loads the endpoints on a table whose responses get lost. */

const load = async () => {
  const [{ createGroup: create }, { updateGroup: update }] = await Promise.all([
    import('../../src/groups/endpoints/create-group.ts'),
    import('../../src/groups/endpoints/update-group.ts'),
  ])
  return { create, update }
}

let table: GivenTableProxy<Awaited<ReturnType<typeof load>>>
let admin: SignedIn

beforeAll(async () => {
  table = await givenTableProxy(load)
  admin = await signedIn({ role: 'admin' })
  return table.end
})

afterEach(() => {
  table.proxy.loses = () => false
})

/** Loses the responses of all transactions after the first ones. */
const loseAfter = (first: number) => {
  let seen = 0
  table.proxy.loses = (operation, attempt) => {
    if (operation !== 'TransactWriteItems') return false
    if (attempt === 1) seen += 1
    return seen > first
  }
}

test('repeating a request with the same key completes a partly created group', async () => {
  const people = await givenPeople(100)
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { name: `Group ${randomUUID()}`, member_ids: idsOf(people) }
  const create = () => call(table.loaded.create, { as: admin, body, headers })

  loseAfter(2)
  const lost = await withoutPauses(create)
  table.proxy.loses = () => false
  const repeated = await create()

  expect([lost.status, repeated.status, repeated.body.member_count]).toEqual([503, 201, 100])
  expect(await membersEverywhere(repeated.body.id)).toEqual(exactly(people))
})

test('repeating a request completes partly replaced members', async () => {
  const [before, after] = await Promise.all([givenPeople(50), givenPeople(60)])
  const group = await givenGroup(admin, { members: before })
  const replace = () =>
    call(table.loaded.update, { as: admin, params: { id: group.id }, body: { member_ids: idsOf(after) } })

  loseAfter(1)
  const lost = await withoutPauses(replace)
  table.proxy.loses = () => false
  const repeated = await replace()

  expect([lost.status, repeated.status, repeated.body.member_count]).toEqual([503, 200, 60])
  expect(await membersEverywhere(group.id)).toEqual(exactly(after))
})
