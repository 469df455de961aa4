import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy, withoutPauses } from '../support/given-proxy.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

/** The service with a table whose responses are lost. */

let proxy: DynamoProxy
let late: Awaited<ReturnType<typeof loaded>>
let author: SignedIn
let space: { id: string }

const loaded = async () => {
  const [
    { createPage: create },
    { restoreRevision: restore },
    { createRevision: revise },
    { runFunction: invoke },
    context,
    { transact },
  ] = await Promise.all([
    import('../../src/wiki/endpoints/create-page.ts'),
    import('../../src/wiki/endpoints/restore-revision.ts'),
    import('../../src/wiki/endpoints/create-revision.ts'),
    import('../../src/invocation/invocation.ts'),
    import('../../src/platform/runtime/request-context.ts'),
    import('../../src/platform/table/table.ts'),
  ])
  return { create, restore, revise, invoke, ...context, transact }
}

beforeAll(async () => {
  const given = await givenTableProxy(loaded)
  proxy = given.proxy
  late = given.loaded
  return given.end
})

beforeEach(async () => {
  author = await signedIn()
  space = await givenSpace(author)
})

afterEach(() => {
  vi.useRealTimers()
  proxy.loses = () => false
  proxy.forgets = false
})

/** Creates a page while all responses about it are lost; `create` repeats the request under the same key. */
const givenLostPage = async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { space_id: space.id, title: 'A page', content: 'Some words' }
  const create = () => call(late.create, { as: author, body, headers })
  proxy.loses = (operation) => operation === 'TransactWriteItems'
  expect((await withoutPauses(create)).status).toBe(503)
  proxy.loses = () => false
  const { items } = await made(listPages, { as: author, params: { id: space.id } })
  return { page: items[0] as { id: string }, create }
}

/** Returns the response to `request` if it is carried out while the responses of the table are lost. */
const lost = async <T>(request: () => Promise<T>): Promise<T> => {
  proxy.loses = (operation) => operation === 'TransactWriteItems'
  const answer = await withoutPauses(request)
  proxy.loses = () => false
  return answer
}

/** Lets this many minutes pass; after ten, DynamoDB forgets the tokens of transactions. */
const pass = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  proxy.forgets = minutes >= 10
}

describe('A repeated request that was carried out and whose response was lost', () => {
  test.each([1, 11, 600])('creates nothing twice and reverts nothing after %i minutes', async (minutes) => {
    const { page, create } = await givenLostPage()
    await givenPage(author, space, { under: page })
    pass(minutes)

    const [again, replayed] = [await create(), await create()]

    expect(again.status, 'again').toBe(201)
    expect(again.body.id, 'again: id').toBe(page.id)
    expect(replayed.status, 'replayed').toBe(201)
    expect(replayed.headers['idempotency-replayed']).toBe('true')
    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 2 })
    expect(await made(readPage, { as: author, params: { id: page.id } })).toMatchObject({ children_count: 1 })
  })

  test.each([1, 11, 600])('keeps the changes of others after %i minutes', async (minutes) => {
    const { page, create } = await givenLostPage()
    await made(updatePage, { as: author, params: { id: page.id }, body: { tags: ['kept'] } })
    pass(minutes)

    const answers = [await create(), await create()]

    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, page.id]))
    expect(await made(readPage, { as: author, params: { id: page.id } })).toMatchObject({ tags: ['kept'] })
    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 1 })
  })

  test('runs if the first attempt did not arrive', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { space_id: space.id, title: 'A page', content: 'Some words' }
    proxy.drops = (operation) => operation === 'TransactWriteItems'
    const lost = await withoutPauses(() => call(late.create, { as: author, body, headers }))
    proxy.drops = () => false
    pass(11)

    const again = await call(late.create, { as: author, body, headers })

    expect(lost.status, 'lost').toBe(503)
    expect(again.status, 'again').toBe(201)
    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 1 })
  })
})

describe.each([1, 11, 600])('A change whose response was lost, repeated after %i minutes', (minutes) => {
  const revisionsOf = async (page: { id: string }) =>
    (await made(listRevisions, { as: author, params: { id: page.id } })).items as { number: number }[]

  test.each(['restored', 'written'])('creates no second revision if the first was %s', async (way) => {
    const page = await givenPage(author, space, { content: 'Old words' })
    await givenRevision(author, page, { content: 'New words' })
    const headers = { 'Idempotency-Key': randomUUID() }
    const revise = () =>
      way === 'restored'
        ? call(late.restore, { as: author, params: { id: page.id, number: 1 }, headers })
        : call(late.revise, { as: author, params: { id: page.id }, body: { content: 'Mine' }, headers })
    expect((await lost(revise)).status).toBe(503)
    pass(minutes)
    await givenRevision(author, page, { content: 'Words of a colleague' })
    await givenRevision(author, page, { title: 'And a title' })

    const again = [await revise(), await revise()]

    expect(again.map(({ detail }) => detail)).toEqual(again.map(() => expect.stringContaining('before')))
    expect(again.map(({ status }) => status)).toEqual([409, 409])
    expect(await revisionsOf(page)).toHaveLength(5)
    const shown = await made(readPage, { as: author, params: { id: page.id } })
    expect(shown).toMatchObject({ content: 'Words of a colleague', title: 'And a title' })
  })

  test('creates each revision once, even concurrently', async () => {
    const page = await givenPage(author, space)
    const keys = Array.from({ length: 5 }, () => randomUUID())
    const reviseAll = () =>
      Promise.all(
        keys.map((key) =>
          call(late.revise, {
            as: author,
            params: { id: page.id },
            body: { content: key },
            headers: { 'Idempotency-Key': key },
          }),
        ),
      )
    await lost(reviseAll)
    pass(minutes)

    await reviseAll()

    expect(await revisionsOf(page)).toHaveLength(1 + keys.length)
  })

  const onBehalf = (name: string, args: Record<string, unknown>) => {
    const headers = { 'idempotency-key': randomUUID() }
    return () =>
      late.invoke(name, args, { headers, address: '', actor: author }).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      )
  }

  test('does not revert later changes of the person', async () => {
    const page = await givenPage(author, space)
    const update = onBehalf('wiki_update_page', { id: page.id, tags: ['old'] })
    expect(await lost(update)).toBe('service.unavailable')
    await made(updatePage, { as: author, params: { id: page.id }, body: { tags: ['new'] } })
    pass(minutes)

    expect([await update(), await update()]).toEqual(['request.done_before', 'request.done_before'])
    expect(await made(readPage, { as: author, params: { id: page.id } })).toMatchObject({ tags: ['new'] })
  })

  test('does not remove what the person has created again', async () => {
    const page = await givenPage(author, space)
    const one = { as: author, params: { id: page.id } }
    await made(subscribePage, one)
    const unsubscribe = onBehalf('wiki_unsubscribe_page', { id: page.id })
    expect(await lost(unsubscribe)).toBe('service.unavailable')
    await made(subscribePage, one)
    pass(minutes)

    expect(await unsubscribe()).toBe('done')
    expect(await subscriptions.find({ page_id: page.id, user_id: author.id })).toBeDefined()
  })

  test('counts once', async () => {
    const [seed, startedAt] = [randomUUID(), Date.now()]
    const count = () =>
      late.inRequest(
        { requestId: seed, confirmSession: late.noSession, replay: late.newReplay(seed, startedAt) },
        () => late.transact([spaces.toAdd({ id: space.id }, 'page_count', 1)]),
      )
    await count()
    pass(minutes)

    await count()

    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 1 })
  })
})
