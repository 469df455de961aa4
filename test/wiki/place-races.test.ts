import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { heldCalls } from '../support/dynamo-proxy.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { deleted } from '../trash/given.ts'

const load = async () => ({
  ...(await import('../../src/wiki/endpoints/update-page.ts')),
  ...(await import('../../src/trash/endpoints/restore-entry.ts')),
})

let as: SignedIn
let given: GivenTableProxy<Awaited<ReturnType<typeof load>>>

beforeAll(async () => {
  as = await signedIn()
  given = await givenTableProxy(load)
})

afterAll(() => given.end())

test('A page is not restored below a parent that moves to another space meanwhile', async () => {
  const [space, other] = await Promise.all([givenSpace(as), givenSpace(as)])
  const parent = await givenPage(as, space)
  const page = await givenPage(as, space, { under: parent })
  await deleted(deletePage, as, page)
  const held = heldCalls(given.proxy, 'TransactWriteItems')

  const restoring = call(given.loaded.restoreEntry, { as, params: { id: page.id } })
  await held.came
  await made(updatePage, { as, params: { id: parent.id }, body: { space_id: other.id } })
  held.pass()
  const { status, headers } = await restoring

  expect([status, headers['x-error-code']]).toEqual([409, 'trash.parent_missing'])
  expect((await made(readPage, { as, params: { id: parent.id } })).children_count).toBe(0)
  expect((await made(readSpace, { as, params: { id: space.id } })).page_count).toBe(0)
})

test.each([
  ['its space', false, 404, 'wiki.page_not_found'],
  ['another space', true, 422, 'request.invalid'],
])('A draft is not published in %s if the space is deleted meanwhile', async (_, isMoved, status, code) => {
  const [own, other] = await Promise.all([givenSpace(as), givenSpace(as)])
  const space = isMoved ? other : own
  const draft = await givenPage(as, own, { status: 'draft' })
  const held = heldCalls(given.proxy, 'TransactWriteItems')

  const publishing = call(given.loaded.updatePage, {
    as,
    params: { id: draft.id },
    body: { status: 'published', ...(isMoved && { space_id: space.id }) },
  })
  await held.came
  await deleted(deleteSpace, as, space)
  held.pass()
  const answer = await publishing

  expect([answer.status, answer.headers['x-error-code']]).toEqual([status, code])
})
