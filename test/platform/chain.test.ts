import type { Context } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { callInProcess } from '../../src/platform/http/in-process-call.ts'
import { asRequest } from '../../src/platform/http/request-chain.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { entity } from '../../src/platform/table/entity.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call, eventOf } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn } from '../support/people.ts'

const notes = entity({
  name: 'test.note',
  schema: z.object({ id: z.string() }),
  key: ({ id }: { id: string }) => ({ pk: `note#${id}`, sk: 'note' }),
})

describe('A call on behalf of a person', () => {
  test('needs no token within the process', async () => {
    const ada = await signedIn()

    const answer = await asRequest(eventOf(readMe), () =>
      callInProcess(readMe, { params: {}, query: {}, body: {} }, { headers: {}, address: '', actor: ada }),
    )

    expect(answer).toMatchObject({ id: ada.id })
  })

  test('cannot be forged from outside', async () => {
    const { id, name, role } = await signedIn({ role: 'admin' })
    const claims = { actor: { id, name, role }, sessionId: null }
    const said = Object.fromEntries(
      ['internal call', 'Symbol(internal call)', '@@internal', 'actor', 'state', 'internal', 'caller'].map(
        (key) => [key, claims],
      ),
    )
    const event = eventOf(readMe, { headers: { represented: JSON.stringify(claims) } })

    const answers = await Promise.all([
      readMe(Object.assign({}, event, said), {} as Context),
      readMe({ ...event, requestContext: { ...event.requestContext, ...said } }, {} as Context),
      readMe(event, { ...said, clientContext: { Custom: said } } as unknown as Context),
    ])

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
  })
})

describe('A request', () => {
  test('cannot write before its caller is known', async () => {
    const note = notes.make({})

    const early = asRequest(eventOf(readMe), () => notes.create(note))

    await expect(early).rejects.toThrow('Writes await authentication.')
    expect(await notes.find(note)).toBeUndefined()
  })

  test('can be sent a second time as the same event', async () => {
    const { author, space } = await givenOwnPage()
    const event = eventOf(createPage, {
      as: author,
      body: { title: 'Twice', space_id: space.id, content: '' },
    })

    const answers = [await createPage(event, {} as Context), await createPage(event, {} as Context)]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  })

  test.each([
    ['"1"', 200],
    ['"7", "1"', 200],
    ['W/"1", "1"', 200],
    ['"a,b" ,"1"', 200],
    ['*', 200],
    ['W/"1"', 412],
    ['"7", "8"', 412],
    ['"01"', 412],
    ['"7" "1"', 412],
    ['1', 412],
    ['"1', 412],
    ['*, "1"', 412],
  ])('updates a resource at version 1 with If-Match: %s and returns %i', async (tags, status) => {
    const { author, page } = await givenOwnPage()
    const headers = { 'If-Match': tags }

    const answer = await call(updatePage, {
      as: author,
      params: { id: page.id },
      body: { tags: ['new'] },
      headers,
    })

    expect([answer.status, answer.body.version]).toEqual([status, status === 200 ? 2 : undefined])
    const now = await call(readPage, { as: author, params: { id: page.id } })
    expect(now.body.version).toBe(status === 200 ? 2 : 1)
  })
})
