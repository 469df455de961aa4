import { describe, expect, test } from 'vitest'
import { queryItems } from '../../src/platform/table/query.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { unsubscribePage } from '../../src/wiki/endpoints/unsubscribe-page.ts'
import { call, raw } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge } from '../trash/given.ts'
import { statusByCase } from '../support/statuses.ts'

describe('POST /wiki/pages/{id}/subscribe', () => {
  test('returns 201 the first time, and the same body with 200 afterwards', async () => {
    const { page } = await givenOwnPage()
    const person = await signedIn()
    const subscribe = () => call(subscribePage, { as: person, params: { id: page.id } })

    const [first, second] = [await subscribe(), await subscribe()]

    expect(first.status, 'first').toBe(201)
    expect(second.status, 'second').toBe(200)
    expect(first.body).toEqual({ page_id: page.id, user_id: person.id, created_at: first.body.created_at })
    expect(second.body).toEqual(first.body)
  })

  test('creates one subscription from many concurrent calls', async () => {
    const { page } = await givenOwnPage()
    const person = await signedIn()

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(subscribePage, { as: person, params: { id: page.id } })),
    )

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test('accepts no fields', async () => {
    const { author, page } = await givenOwnPage()

    const answer = await call(subscribePage, {
      as: author,
      params: { id: page.id },
      body: { user_id: raw(author.id) },
    })

    expect(answer.status).toBe(422)
  })
})

describe('DELETE /wiki/pages/{id}/subscribe', () => {
  test('returns 204 the second time too, and subscribing again returns 201', async () => {
    const { author, page } = await givenOwnPage()
    const request = { as: author, params: { id: page.id } }
    await call(subscribePage, request)

    const statuses = await statusByCase({
      unsubscribing: await call(unsubscribePage, request),
      'unsubscribing again': await call(unsubscribePage, request),
      'subscribing again': await call(subscribePage, request),
    })

    expect(statuses).toEqual({
      unsubscribing: 204,
      'unsubscribing again': 204,
      'subscribing again': 201,
    })
  })
})

test('purging a page removes its revisions, texts and subscriptions', async () => {
  const { author, page } = await givenOwnPage({ content: 'x'.repeat(200_000) })
  const request = { as: author, params: { id: page.id } }
  await call(subscribePage, request)

  await call(deletePage, request)
  await purge(author, page)
  await settle()

  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `page#${page.id}` },
  })
  expect(items).toEqual([])
})
