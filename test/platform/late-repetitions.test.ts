import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { handler as readPage } from '../../src/wiki/endpoints/read-page.ts'
import type { EndpointHandler } from '../../src/platform/endpoint.ts'
import { handler as listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { handler as updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { startDynamoProxy, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { world } from '../support/world.ts'

/** The service beside a table whose answers get lost; the modules are loaded anew, so that their client is new. */

let proxy: DynamoProxy
let createPage: EndpointHandler
let author: SignedIn
let space: { id: string }

beforeAll(async () => {
  const url = world().endpoints.dynamodb
  proxy = await startDynamoProxy(url)
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.url
  vi.resetModules()
  createPage = (await import('../../src/wiki/endpoints/create-page.ts')).handler
  return () => {
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = url
    vi.resetModules()
  }
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

afterAll(() => proxy.stop())

/** A page that is made while all answers about it get lost, and how to ask for it again under the same key. */
const givenLostPage = async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { space_id: space.id, title: 'A page', content: 'Some words' }
  const create = () => call(createPage, { as: author, body, headers })
  proxy.loses = (operation) => operation === 'TransactWriteItems'
  expect((await create()).status).toBe(503)
  proxy.loses = () => false
  const { items } = await made(listPages, { as: author, params: { id: space.id } })
  return { page: items[0] as { id: string }, create }
}

/** Lets so many minutes pass; beyond ten DynamoDB has forgotten what it was told. */
const pass = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  proxy.forgets = minutes >= 10
}

describe('A request that was carried out, whose answer was lost, and that comes again', () => {
  test.each([1, 11, 600])('after %i minutes makes nothing twice and puts nothing back', async (minutes) => {
    const { page, create } = await givenLostPage()
    await givenPage(author, space, { under: page })
    pass(minutes)

    const [again, replayed] = [await create(), await create()]

    expect([again.status, again.body.id, replayed.status]).toEqual([201, page.id, 201])
    expect(replayed.headers['idempotency-replayed']).toBe('true')
    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 2 })
    expect(await made(readPage, { as: author, params: { id: page.id } })).toMatchObject({ children_count: 1 })
  })

  test('when others have changed what it made is a 409, and their change stays', async () => {
    const { page, create } = await givenLostPage()
    await made(updatePage, { as: author, params: { id: page.id }, body: { tags: ['kept'] } })
    pass(11)

    const answers = [await create(), await create()]

    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect(answers[1]?.headers['x-error-code']).toBe('request.done_before')
    expect(await made(readPage, { as: author, params: { id: page.id } })).toMatchObject({ tags: ['kept'] })
    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 1 })
  })

  test('is carried out when it had not arrived', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { space_id: space.id, title: 'A page', content: 'Some words' }
    proxy.keeps = (operation) => operation === 'TransactWriteItems'
    const lost = await call(createPage, { as: author, body, headers })
    proxy.keeps = () => false
    pass(11)

    const again = await call(createPage, { as: author, body, headers })

    expect([lost.status, again.status]).toEqual([503, 201])
    expect(await made(readSpace, { as: author, params: { id: space.id } })).toMatchObject({ page_count: 1 })
  })
})
