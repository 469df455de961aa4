import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import functions from '#generated/functions.json' with { type: 'json' }
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { listFunctions } from '../../src/functions/endpoints/list-functions.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let user: SignedIn
let agent: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[user, agent, admin] = await Promise.all([
    signedIn(),
    signedIn({ role: 'support_agent' }),
    signedIn({ role: 'admin' }),
  ])
})

const all = async (as: SignedIn, query: Record<string, string> = {}) => {
  const items = []
  let cursor: string | undefined
  do {
    const { body } = await call(listFunctions, {
      as,
      query: { limit: 100, ...query, ...(cursor && { cursor }) },
    })
    items.push(...body.items)
    cursor = body.next_cursor ?? undefined
  } while (cursor !== undefined)
  return items
}

const invoke = (as: SignedIn, name: string, args?: Record<string, unknown>, headers = {}) =>
  call(invokeFunction, { as, params: { name }, body: args ? { arguments: args } : {}, headers })

const namesOf = (items: { name: string }[]) => items.map(({ name }) => name)

describe('GET /functions', () => {
  test('shows numbers, booleans and lists of a query with their types', async () => {
    const items = await all(user)

    const { parameters } = items.find(({ name }: { name: string }) => name === 'search_search_everything')!
    expect(parameters.properties).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      types: { type: 'array' },
      updated_after: { type: 'string', format: 'date-time' },
    })
  })

  test('describes the operations of the platform', async () => {
    const items = await all(user)

    const createPage = items.find(({ name }: { name: string }) => name === 'wiki_create_page')
    expect(createPage).toMatchObject({
      title: 'Create a page',
      effect: 'write',
      operation: { method: 'POST', path: '/api/v1/wiki/pages' },
      parameters: {
        type: 'object',
        additionalProperties: false,
        required: ['space_id', 'title'],
        properties: { title: { type: 'string', maxLength: 255 } },
      },
    })
    expect(createPage).not.toHaveProperty('roles')
  })

  test('uses only JSON Schema keywords that all model providers accept', () => {
    const schemas = JSON.stringify(functions.map(({ parameters }) => parameters))

    expect(schemas).not.toMatch(/"(?:\$ref|\$defs|const)":|"type":\[/)
  })

  test('merges path, query and body into one object without read-only fields', async () => {
    const items = await all(user)

    const updatePage = items.find(({ name }: { name: string }) => name === 'wiki_update_page')
    const names = Object.keys(updatePage!.parameters['properties'] as object)
    expect(names).toEqual(expect.arrayContaining(['id', 'parent_id', 'tags', 'content', 'base_revision']))
    expect(names.filter((name) => ['revision', 'version', 'author', 'created_at'].includes(name))).toEqual([])
    expect(updatePage!.parameters.required).toEqual(['id'])
  })

  test('returns the functions that the role may call, regardless of the caller', async () => {
    const [users, agents, admins] = [
      namesOf(await all(user)),
      namesOf(await all(agent)),
      namesOf(await all(admin)),
    ]

    expect(users).not.toContain('lms_create_category')
    expect(admins).toContain('lms_create_category')
    expect(admins.length).toBeGreaterThan(users.length)
    expect(agents).toEqual(expect.arrayContaining(users))
    const excluded = admins.filter((name) => /^(auth|users|chats|files|wopi|functions|docs)_/.test(name))
    expect(excluded).toEqual(['files_read_text'])
  })

  test.each([
    ['read', 'wiki_list_spaces'],
    ['write', 'wiki_create_page'],
    ['sharing', 'wiki_update_space'],
    ['sharing', 'lms_create_course'],
    ['destructive', 'wiki_delete_page'],
    ['destructive', 'lms_create_event_feed'],
  ])('filters by effect: %s', async (effect, name) => {
    const items = await all(admin, { effect })

    expect(namesOf(items)).toContain(name)
    expect(new Set(items.map((item: { effect: string }) => item.effect))).toEqual(new Set([effect]))
  })

  test('filters by several effects', async () => {
    const items = await all(admin, { effect: 'read,write' })

    expect(new Set(items.map((item: { effect: string }) => item.effect))).toEqual(new Set(['read', 'write']))
  })

  test('returns pages', async () => {
    const first = await call(listFunctions, { as: user, query: { limit: 3 } })
    const second = await call(listFunctions, {
      as: user,
      query: { limit: 3, cursor: first.body.next_cursor! },
    })

    expect(namesOf([...first.body.items, ...second.body.items])).toEqual(namesOf(await all(user)).slice(0, 6))
  })
})

describe('POST /functions/{name}/invoke', () => {
  test('writes, reads and removes like the operations', async () => {
    const space = await givenSpace(user)

    const made = await invoke(user, 'wiki_create_page', { space_id: space.id, title: 'By name', tags: ['a'] })
    const { id } = made.body.result as { id: string }
    const listed = await invoke(user, 'wiki_list_pages', { id: space.id, limit: 5 })
    const removed = await invoke(user, 'wiki_delete_page', { id, recursive: false })
    const gone = await invoke(user, 'wiki_read_page', { id })

    expect(made.status).toBe(200)
    expect(made.body.result).toMatchObject({ title: 'By name', revision: 1, author: { id: user.id } })
    expect(listed.body.result).toMatchObject({ items: [{ id }] })
    expect([removed.status, removed.body.result]).toEqual([200, null])
    expect(removed.body.changes).toMatchObject([{ action: 'deleted', type: 'wiki_page', id }])
    expect([gone.status, gone.headers['x-error-code']]).toEqual([404, 'wiki.page_not_found'])
  })

  test('grants only the permissions of the caller', async () => {
    const space = await givenSpace(user, { visibility: 'private' })
    const page = await givenPage(user, space)

    const statuses = await statusByCase({
      'a page that the caller may not read': invoke(agent, 'wiki_read_page', { id: page.id }),
      'a function of administrators': invoke(user, 'lms_create_category', { name: 'Mine' }),
      'an administrator': invoke(admin, 'wiki_read_page', { id: page.id }),
    })

    expect(statuses).toEqual({
      'a page that the caller may not read': 404,
      'a function of administrators': 403,
      'an administrator': 200,
    })
  })

  test('rejects arguments with the messages of the operation', async () => {
    const answers = await Promise.all([
      invoke(user, 'wiki_create_page', { title: 'No space' }),
      invoke(user, 'wiki_create_page', { space_id: randomUUID(), title: 7 }),
      invoke(user, 'wiki_list_pages', { id: randomUUID(), limit: 1_000 }),
      invoke(user, 'wiki_list_spaces', { no_such: 1 }),
      invoke(user, 'wiki_read_page'),
      invoke(user, 'wiki_read_page', { id: { toString: 1 } }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422])
    expect(answers.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^"space_id" /),
      expect.stringMatching(/^"title" /),
      expect.stringMatching(/^"limit" /),
      expect.stringMatching(/^"no_such" /),
      expect.stringMatching(/^"id" /),
      expect.stringMatching(/^"id" /),
    ])
  })

  test.each(['no_such_function', 'constructor', 'auth_logout', 'functions_invoke_function'])(
    'returns 404 for %s',
    async (name) => {
      const answer = await invoke(user, name)

      expect([answer.status, answer.detail]).toEqual([404, `No function has the name "${name}".`])
    },
  )

  test('respects Idempotency-Key and If-Match', async () => {
    const space = await givenSpace(user)
    const key = { 'Idempotency-Key': randomUUID() }
    const fields = { space_id: space.id, title: 'Once' }

    const first = await invoke(user, 'wiki_create_page', fields, key)
    const second = await invoke(user, 'wiki_create_page', fields, key)
    const { id } = first.body.result as { id: string }
    const late = await invoke(user, 'wiki_update_page', { id, tags: ['x'] }, { 'If-Match': '"7"' })

    expect(second.body).toEqual({ result: first.body.result, audience: null, changes: [] })
    expect(late.status).toBe(412)
  })
})
