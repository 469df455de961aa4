import { afterAll, beforeAll, expect, test } from 'vitest'
import { trees, withSweep } from '../../src/wiki/space/tree.ts'
import { sequentialTrips } from '../support/dynamo-proxy.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const load = async () => ({
  ...(await import('../support/call.ts')),
  ...(await import('../../src/wiki/endpoints/read-page.ts')),
})

let given: GivenTableProxy<Awaited<ReturnType<typeof load>>>

beforeAll(async () => {
  given = await givenTableProxy(load)
})

afterAll(() => given.end())

/** Creates a space with a chain of pages; with `hidden`, as if a large tree were in its trash. */
const givenLine = async (author: SignedIn, count: number, hidden: boolean) => {
  const space = await givenSpace(author)
  let page = await givenPage(author, space)
  const others = await givenPage(author, space)
  for (let level = 1; level < count; level += 1) page = await givenPage(author, space, { under: page })
  if (hidden)
    await trees.update(await trees.get({ space_id: space.id }), (tree) => ({
      sweeps: withSweep(tree, others.id),
    }))
  return page as { id: string }
}

/** Returns the number of sequential calls to the table when a page is read. */
const tripsOf = async (as: SignedIn, { id }: { id: string }) => {
  const { proxy, loaded } = given
  proxy.delay = 50
  proxy.answersTogether = true
  proxy.calls.length = 0
  const { status } = await loaded.call(loaded.readPage, { as, params: { id } })
  proxy.delay = 0
  proxy.answersTogether = false
  expect(status).toBe(200)
  return sequentialTrips(proxy.calls)
}

test('reading a page takes one more round trip while a large tree is in the trash, regardless of depth', async () => {
  const author = await signedIn()
  const deep = { settled: await givenLine(author, 8, false), hidden: await givenLine(author, 8, true) }
  const flat = await givenLine(author, 1, true)

  const settled = await tripsOf(author, deep.settled)

  expect([await tripsOf(author, flat), await tripsOf(author, deep.hidden)]).toEqual([
    settled + 1,
    settled + 1,
  ])
})
