import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenAssistant, givenPeople, grantsOf, listedFor } from './given.ts'
import { statusByCase } from '../support/statuses.ts'
import { times } from '../support/times.ts'

let owner: SignedIn
let friend: SignedIn

beforeAll(async () => {
  ;[owner, friend] = await Promise.all([signedIn(), signedIn()])
})

describe('POST /assistants/create', () => {
  test('creates a private assistant with the default model from a name alone', async () => {
    const answer = await call(createAssistant, { as: owner, body: { name: ' Librarian ' } })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/assistants/${answer.body.id}$`))
    expect(answer.headers['etag']).toBe('"1"')
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: 'Librarian',
      description: null,
      instructions: null,
      model_id: 'extractive',
      model_parameters: { temperature: null, top_p: null, max_output_tokens: null },
      functions: [],
      knowledge: [],
      conversation_starters: [],
      visibility: 'private',
      grants: [],
      max_steps: 8,
      owner: { id: owner.id, name: owner.name },
      ratings: { up: 0, down: 0 },
      version: 1,
      created_at: expect.any(String),
      updated_at: answer.body.created_at,
    })
  })

  test('stores every field up to its limit', async () => {
    const body = {
      name: 'n'.repeat(255),
      description: 'd'.repeat(2_000),
      instructions: 'i'.repeat(32_000),
      model_id: 'extractive',
      model_parameters: { temperature: 2, top_p: 0.25, max_output_tokens: 2_000 },
      functions: ['wiki_list_spaces', 'task_create_task'],
      conversation_starters: times(10, (n) => `${'s'.repeat(198)} ${n}`),
      visibility: 'shared' as const,
      grants: grantsOf([[friend, 'edit']]),
      max_steps: 20,
    }

    const { body: made } = await call(createAssistant, { as: owner, body })
    const read = await call(readAssistant, { as: owner, params: { id: made.id } })

    expect(read.body).toEqual(made)
    expect(made).toMatchObject({
      ...body,
      grants: [{ user_id: friend.id, user: { id: friend.id, name: friend.name }, permission: 'edit' }],
    })
  })

  const wrong: [what: string, fields: object, detail: RegExp][] = [
    ['no name', { name: '  ' }, /^"name"/],
    ['a long name', { name: 'n'.repeat(256) }, /^"name"/],
    ['a long description', { description: 'd'.repeat(2_001) }, /^"description"/],
    ['long instructions', { instructions: 'i'.repeat(32_001) }, /^"instructions"/],
    ['a model that is none', { model_id: 'oracle' }, /^"model_id" must be the ID of an existing model/],
    ['no model', { model_id: null }, /^"model_id"/],
    ['a high temperature', { model_parameters: { temperature: 2.1 } }, /^"model_parameters\.temperature"/],
    ['a high top_p', { model_parameters: { top_p: 1.1 } }, /^"model_parameters\.top_p"/],
    ['no tokens', { model_parameters: { max_output_tokens: 0 } }, /^"model_parameters\.max_output_tokens"/],
    [
      'more tokens than the model has',
      { model_parameters: { max_output_tokens: 2_001 } },
      /^"model_parameters\.max_output_tokens" must be at most 2000/,
    ],
    ['an unknown parameter', { model_parameters: { seed: 1 } }, /seed/],
    ['65 functions', { functions: times(65, (n) => `f ${n}`) }, /^"functions"/],
    ['eleven starters', { conversation_starters: times(11, (n) => `s ${n}`) }, /^"conversation_starters"/],
    ['a long starter', { conversation_starters: ['s'.repeat(201)] }, /^"conversation_starters\[0\]"/],
    ['another visibility', { visibility: 'internal' }, /^"visibility"/],
    ['no steps', { max_steps: 0 }, /^"max_steps"/],
    ['21 steps', { max_steps: 21 }, /^"max_steps"/],
    [
      'a grant to nobody',
      { grants: grantsOf([[{ id: randomUUID() }, 'view']]) },
      /^"grants\[0\]\.user_id" must be the ID of a user/,
    ],
    [
      'another permission',
      { grants: [{ user_id: randomUUID(), permission: 'write' }] },
      /^"grants\[0\]\.permission"/,
    ],
    ['1001 grants', { grants: grantsOf(times(1_001, () => [{ id: randomUUID() }, 'view'])) }, /^"grants"/],
    ['an owner', { owner: { id: randomUUID() } }, /owner/],
  ]

  test.each(wrong)('rejects %s', async (_, fields, detail) => {
    const answer = await call(createAssistant, { as: owner, body: { name: 'Helper', ...fields } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(detail)
  })

  test('rejects a person who is named twice', async () => {
    const grants = grantsOf([
      [friend, 'view'],
      [friend, 'edit'],
    ])

    const answer = await call(createAssistant, { as: owner, body: { name: 'Helper', grants } })

    expect(answer.detail).toBe('"grants" must not name a person or a group twice.')
  })

  test('accepts a fraction that the table cannot store exactly', async () => {
    const answer = await call(createAssistant, {
      as: owner,
      body: { name: 'Helper', model_parameters: { temperature: 1e-200 } },
    })

    expect(answer.body.model_parameters.temperature).toBe(0)
  })

  test('creates one assistant from two equal requests with a key', async () => {
    const person = await signedIn()
    const headers = { 'Idempotency-Key': randomUUID() }
    const request = {
      as: person,
      headers,
      body: { name: 'Helper', visibility: 'shared' as const, grants: grantsOf([[friend, 'view']]) },
    }

    const first = await call(createAssistant, request)
    const second = await call(createAssistant, request)

    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await listedFor(person)).toHaveLength(1)
  })

  test('shares an assistant with a hundred people with the longest names', async () => {
    const people = await givenPeople(100, '名'.repeat(255))

    const answer = await call(createAssistant, {
      as: owner,
      body: {
        name: 'Helper',
        visibility: 'shared',
        grants: grantsOf(people.map((person) => [person, 'view'])),
      },
    })

    expect(answer.status).toBe(201)
  })
})

describe('GET and DELETE /assistants/{id}', () => {
  test('return 404 as soon as the assistant is deleted', async () => {
    const assistant = await givenAssistant(owner, { visibility: 'shared', grants: [[friend, 'edit']] })
    const request = { as: friend, params: { id: assistant.id } }

    const answer = await call(deleteAssistant, { as: owner, params: { id: assistant.id } })

    const after = await Promise.all([
      call(readAssistant, request),
      call(updateAssistant, { ...request, body: { name: 'Back' } }),
      call(deleteAssistant, { as: owner, params: request.params }),
    ])
    expect([answer, ...after].map(({ status }) => status)).toEqual([204, 404, 404, 404])
    expect((await listedFor(friend)).map(({ id }) => id)).not.toContain(assistant.id)
  })

  test('delete only the version that is named', async () => {
    const assistant = await givenAssistant(owner)
    const end = (version: string) =>
      call(deleteAssistant, { as: owner, params: { id: assistant.id }, headers: { 'If-Match': version } })

    const statuses = await statusByCase({
      'another version': await end('"2"'),
      'the current version': await end('"1"'),
    })

    expect(statuses).toEqual({
      'another version': 412,
      'the current version': 204,
    })
  })

  test('reject a malformed ID', async () => {
    const answer = await call(readAssistant, { as: owner, params: { id: 'librarian' } })

    expect(answer.status).toBe(422)
  })
})
