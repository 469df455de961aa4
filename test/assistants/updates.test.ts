import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { call, raw } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenAssistant, grantsOf, listedFor } from './given.ts'

let owner: SignedIn
let friend: SignedIn

beforeAll(async () => {
  ;[owner, friend] = await Promise.all([signedIn(), signedIn()])
})

describe('POST /assistants/{id}/update', () => {
  test('changes only the fields that are sent', async () => {
    const assistant = await givenAssistant(owner, {
      description: 'Old',
      instructions: 'Be brief.',
      max_steps: 3,
    })
    const params = { id: assistant.id }

    const answer = await call(updateAssistant, {
      as: owner,
      params,
      body: { name: 'New', description: null },
    })

    expect(answer.status).toBe(200)
    expect(answer.headers['etag']).toBe('"2"')
    expect(answer.body).toEqual({
      ...assistant,
      name: 'New',
      description: null,
      version: 2,
      updated_at: answer.body.updated_at,
    })
    expect(answer.body.updated_at > assistant.updated_at).toBe(true)
    expect((await call(readAssistant, { as: owner, params })).body).toEqual(answer.body)
  })

  test('replaces objects and lists as a whole', async () => {
    const assistant = await givenAssistant(owner, {
      model_parameters: { temperature: 1, top_p: 0.5 },
      functions: ['wiki_list_spaces', 'wiki_read_page'],
    })
    const body = { model_parameters: { top_p: 0.1 }, functions: ['wiki_read_page'] }

    const answer = await call(updateAssistant, { as: owner, params: { id: assistant.id }, body })

    expect(answer.body.model_parameters).toEqual({ temperature: null, top_p: 0.1, max_output_tokens: null })
    expect(answer.body.functions).toEqual(['wiki_read_page'])
  })

  test('accepts the response of a GET', async () => {
    const assistant = await givenAssistant(owner, { visibility: 'shared', grants: [[friend, 'view']] })

    const answer = await call(updateAssistant, { as: owner, params: { id: assistant.id }, body: assistant })

    expect(answer.body).toEqual(assistant)
  })

  test('returns 412 and changes nothing after a concurrent change', async () => {
    const assistant = await givenAssistant(owner)
    const change = (version: string, name: string) =>
      call(updateAssistant, {
        as: owner,
        params: { id: assistant.id },
        body: { name },
        headers: { 'If-Match': version },
      })

    const statuses = [await change('"1"', 'first'), await change('"1"', 'late'), await change('*', 'last')]

    expect(statuses.map(({ status }) => status)).toEqual([200, 412, 200])
    expect(statuses[2]?.body).toMatchObject({ name: 'last', version: 3 })
  })

  test('loses none of many concurrent changes', async () => {
    const assistant = await givenAssistant(owner, { visibility: 'shared', grants: [[friend, 'edit']] })
    const params = { id: assistant.id }
    const bodies = [
      { name: 'Renamed' },
      { description: 'Described' },
      { max_steps: 2 },
      { instructions: 'Told' },
    ]

    await Promise.all(bodies.map((body) => call(updateAssistant, { as: friend, params, body })))

    const { body } = await call(readAssistant, { as: owner, params })
    expect(body).toMatchObject({ ...Object.assign({}, ...bodies), version: 5 })
    expect((await listedFor(friend)).find(({ id }) => id === assistant.id)).toMatchObject({
      name: 'Renamed',
      version: 5,
    })
  })

  test.each([
    ['null for a name', { name: null }, /^"name"/],
    ['what it has not', { colour: 'red' }, /colour/],
    ['a grant to nobody', { grants: grantsOf([[{ id: randomUUID() }, 'view']]) }, /^"grants\[0\]\.user_id"/],
  ])('rejects %s', async (_, body, detail) => {
    const assistant = await givenAssistant(owner)

    const answer = await call(updateAssistant, { as: owner, params: { id: assistant.id }, body: raw(body) })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(detail)
  })
})
