import { beforeEach, describe, expect, test } from 'vitest'
import { createTrust } from '../../src/assistants/endpoints/create-trust.ts'
import { deleteTrust } from '../../src/assistants/endpoints/delete-trust.ts'
import { readTrust } from '../../src/assistants/endpoints/read-trust.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { functions } from '../../src/functions/function.ts'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { callInProcess } from '../../src/platform/http/in-process-call.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { asRequest } from '../../src/platform/http/request-chain.ts'
import { call, eventOf } from '../support/call.ts'
import { givenAssistant } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

await givenProvider()
let ada: SignedIn
let bob: SignedIn
let assistant: { id: string; version: number }

const names = [
  'wiki_create_page',
  'wiki_create_revision',
  'wiki_delete_page',
  'wiki_read_page',
  'wiki_update_space',
]

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
  assistant = await givenAssistant(ada, { functions: names, visibility: 'public' })
})

const params = () => ({ id: assistant.id })
const trust = (as: SignedIn, listed: string[], headers = {}) =>
  call(createTrust, { as, params: params(), body: { functions: listed }, headers })
const trustedBy = async (as: SignedIn) => (await made(readTrust, { as, params: params() })).functions

describe('POST /assistants/{id}/trust', () => {
  test('lets this version of the assistant write for the caller alone', async () => {
    const answer = await trust(bob, ['wiki_create_page'])

    expect([answer.status, answer.body]).toEqual([
      200,
      { assistant_id: assistant.id, assistant_version: 1, functions: ['wiki_create_page'] },
    ])
    expect(await trustedBy(bob)).toEqual(['wiki_create_page'])
    expect(await trustedBy(ada)).toEqual([])
  })

  test('adds to the functions trusted before', async () => {
    await trust(bob, ['wiki_create_revision'])
    await Promise.all([trust(bob, ['wiki_create_page']), trust(bob, ['wiki_create_page'])])

    expect(await trustedBy(bob)).toEqual(['wiki_create_page', 'wiki_create_revision'])
  })

  test.each([
    ['removes something', 'wiki_delete_page'],
    ['can share something', 'wiki_update_space'],
    ['only reads', 'wiki_read_page'],
    ['the assistant does not have', 'task_create_comment'],
    ['is not there', 'constructor'],
  ])('rejects a function that %s', async (_, name) => {
    const answer = await trust(bob, ['wiki_create_page', name])

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(/^"functions\[1\]" must name a function of the assistant/)
    expect(await trustedBy(bob)).toEqual([])
  })

  test('rejects a version other than the one that the caller names', async () => {
    const late = await trust(bob, ['wiki_create_page'], { 'If-Match': '"2"' })

    expect([late.status, late.headers['x-error-code']]).toEqual([412, 'assistants.assistant_changed'])
  })

  test('ends with any change of the assistant', async () => {
    await trust(bob, ['wiki_create_page'])

    await made(updateAssistant, { as: ada, params: params(), body: { description: 'Harmless.' } })

    const now = await made(readTrust, { as: bob, params: params() })
    expect(now).toMatchObject({ assistant_version: 2, functions: [] })
    await trust(bob, ['wiki_create_revision'])
    expect(await trustedBy(bob)).toEqual(['wiki_create_revision'])
  })

  test('rejects people who may not use the assistant', async () => {
    const own = await givenAssistant(ada, { functions: names })
    const body = { functions: ['wiki_create_page'] }

    const statuses = await statusByCase({
      reading: call(readTrust, { as: bob, params: own }),
      trusting: call(createTrust, { as: bob, params: own, body }),
      ending: call(deleteTrust, { as: bob, params: own }),
    })

    expect(statuses).toEqual({ reading: 404, trusting: 404, ending: 404 })
  })
})

describe('DELETE /assistants/{id}/trust', () => {
  test('makes the assistant ask for confirmation again', async () => {
    await trust(bob, ['wiki_create_page'])

    expect((await call(deleteTrust, { as: bob, params: params() })).status).toBe(204)
    expect(await trustedBy(bob)).toEqual([])
    expect((await call(deleteTrust, { as: bob, params: params() })).status).toBe(204)
  })
})

describe('trust as a decision of a person', () => {
  test('cannot be changed through functions, for any role', async () => {
    const admin = await signedIn({ role: 'admin' })
    const tried = ['assistants_create_trust', 'assistants_read_trust', 'assistants_delete_trust']

    const statuses = await Promise.all(
      tried.map(
        async (name) => (await call(invokeFunction, { as: admin, params: { name }, body: {} })).status,
      ),
    )

    expect(functions.filter(({ name }) => name.includes('trust') || name.includes('confirm'))).toEqual([])
    expect(statuses).toEqual([404, 404, 404])
  })

  test.each<[way: string, handler: EndpointHandler, body: Record<string, unknown>]>([
    ['trusting', createTrust, { functions: ['wiki_create_page'] }],
    ['confirming', confirmMessage, { approve: true, trust: true }],
  ])('cannot be given by anything that acts for the person: %s', async (_, handler, body) => {
    const values = { params: { ...params(), message_id: assistant.id }, query: {}, body }
    const event = eventOf(handler)
    const actor = { id: bob.id, name: bob.name, role: bob.role, groups: [] }
    const authorization = `Bearer ${bob.token}`

    const answers = await Promise.allSettled(
      [{ actor, headers: {} }, { headers: { authorization } }].map((by) =>
        asRequest(event, () => callInProcess(handler, values, { address: '', ...by })),
      ),
    )

    const refused = { status: 'rejected', reason: { status: 403, code: 'auth.session_required' } }
    expect(answers).toMatchObject([refused, refused])
    expect(await trustedBy(bob)).toEqual([])
  })
})
