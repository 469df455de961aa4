import { ProtocolError } from '@modelcontextprotocol/client'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import document from '#generated/openapi.json' with { type: 'json' }
import { functions } from '../../src/functions/function.ts'
import { defaultTools } from '../../src/mcp/default-tools.ts'
import { handleMessage } from '../../src/mcp/endpoints/handle-message.ts'
import { readJob } from '../../src/jobs/endpoints/read-job.ts'
import { createUndoJob } from '../../src/undo/endpoints/create-undo-job.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { givenToken } from '../support/given-token.ts'
import { callTool, mcpClient } from '../support/mcp-client.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changesBy } from '../undo/given.ts'

let ada: SignedIn
let bob: SignedIn
let program: SignedIn & { token_id: string }

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
  program = await givenToken(ada)
})

const namesOf = (tools: { name: string }[]) => tools.map(({ name }) => name)

describe.each(['auto', 'legacy'] as const)('A client of the library (%s)', (mode) => {
  test('lists at most 40 tools with their hints, and calls one', async () => {
    const space = await givenSpace(ada)
    const client = await mcpClient(program, '', mode)

    const { tools } = await client.listTools()
    const { structuredContent, content } = await client.callTool({
      name: 'wiki_create_page',
      arguments: { space_id: space.id, title: 'By a machine' },
    })

    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
    expect(tools.length).toBeLessThanOrEqual(40)
    expect(tools.find(({ name }) => name === 'wiki_create_page')).toMatchObject({
      title: 'Create a page',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: { properties: { dry_run: { type: 'boolean' } } },
    })
    expect(structuredContent).toMatchObject({ result: { title: 'By a machine' } })
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual(structuredContent)
  })

  test.each([
    ['tools/list', { cursor: 5 }, '"params.cursor" is wrong: expected string, received number.'],
    ['tools/call', {}, '"params.name" is wrong: expected string, received undefined.'],
    [
      'tools/call',
      { name: 'x', arguments: 1 },
      '"params.arguments" is wrong: expected record, received number.',
    ],
    ['resources/list', { cursor: 5 }, '"params.cursor" is wrong: expected string, received number.'],
    [
      'resources/templates/list',
      { cursor: 5 },
      '"params.cursor" is wrong: expected string, received number.',
    ],
    ['resources/read', {}, '"params.uri" is wrong: expected string, received undefined.'],
  ])('gets an error that names the wrong parameter of %s with %j', async (method, params, message) => {
    const client = await mcpClient(program, '', mode)

    const wrong = client.request({ method, params } as never)

    await expect(wrong).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining(message) })
  })
})

describe('POST /mcp', () => {
  test('offers every function of the selected areas, and rejects an unknown area', async () => {
    const client = await mcpClient(program, '?areas=wiki,trash')

    const { tools } = await client.listTools()
    const unknown = await call(handleMessage, { as: program, query: { areas: ['wikis'] }, body: {} as never })

    const offered = functions.filter(
      ({ name, roles }) => /^(wiki|trash)_/.test(name) && roles.includes('user'),
    )
    expect(namesOf(tools)).toEqual(['find_function', 'call_function', ...namesOf(offered)])
    expect([unknown.status, unknown.detail]).toEqual([
      422,
      expect.stringContaining('"areas" has the unknown'),
    ])
  })

  test('gives tools plain schemas, and dry_run to those that write', async () => {
    const areas = [...new Set(functions.map(({ name }) => name.split('_')[0]))].join(',')
    const client = await mcpClient(program, `?areas=${areas}`)

    const { tools } = await client.listTools()

    expect(JSON.stringify(tools)).not.toMatch(/"(?:\$ref|\$defs|const)":|"type":\[/)
    for (const { name, annotations, inputSchema } of tools.slice(2))
      expect([name, 'dry_run' in (inputSchema.properties ?? {})]).toEqual([name, !annotations?.readOnlyHint])
  })

  test('lists by default only functions that exist', () => {
    const known = new Set(namesOf(functions))

    expect([...defaultTools].filter((name) => !known.has(name))).toEqual([])
  })

  test('finds and calls a function that is no tool', async () => {
    const space = await givenSpace(ada)
    const query = { query: 'delete a space' }

    const found = await callTool(program, 'find_function', query)
    const dry = { name: 'wiki_delete_space', arguments: { id: space.id }, dry_run: true }
    const called = await callTool(program, 'call_function', dry)

    expect(found.structuredContent).toMatchObject({ functions: expect.any(Array) })
    expect(found.structuredContent?.['functions']).toContainEqual(
      expect.objectContaining({ name: 'wiki_delete_space' }),
    )
    expect(called.structuredContent).toMatchObject({
      result: null,
      changes: [{ action: 'deleted', type: 'wiki_space', id: space.id }],
    })
  })

  test('changes nothing in a dry run', async () => {
    const space = await givenSpace(ada)
    const title = randomUUID()
    const args = { space_id: space.id, title, dry_run: true }

    const { structuredContent } = await callTool(program, 'wiki_create_page', args)
    await settle()

    expect(structuredContent).toMatchObject({ result: null, changes: [{ action: 'created' }] })
    expect(await changesBy(ada)).not.toContainEqual(expect.objectContaining({ action: 'wiki_page.created' }))
  })

  test.each([
    ['wiki_create_page', { title: 'No space' }, 'request.invalid', '"space_id" is required.'],
    ['wiki_create_page', { dry_run: 'yes' }, 'request.invalid', '"dry_run" must be true or false.'],
    ['wiki_read_page', { id: randomUUID() }, 'wiki.page_not_found', expect.any(String)],
    ['wiki_list_spaces', { colour: 'red' }, 'request.invalid', expect.stringContaining('"colour"')],
    ['find_function', {}, 'request.invalid', '"query" is required.'],
    ['call_function', { name: 'wiki_paint' }, 'functions.function_not_found', expect.any(String)],
    ['lms_create_category', { name: 'Not for users' }, 'auth.role_required', expect.any(String)],
  ])('answers a refused call of %s %j with a tool error', async (name, args, code, detail) => {
    const refused = await callTool(program, name, args)

    expect(refused).toMatchObject({ isError: true, structuredContent: { code, detail } })
    expect(refused.content).toEqual([{ type: 'text', text: refused.structuredContent?.['detail'] }])
  })

  test('rejects an unknown tool by an error of the protocol', async () => {
    await expect(callTool(program, 'wiki_paint')).rejects.toThrow(ProtocolError)
  })

  test('refuses tools beyond the scope of the token, by the arguments of each call', async () => {
    const space = await givenSpace(ada)
    const [reads, writes] = [await givenToken(ada, 'read'), await givenToken(ada, 'write')]
    const members = [{ user_id: bob.id, permission: 'read' }]

    const answers = [
      await callTool(reads, 'wiki_update_space', { id: space.id, description: 'New' }),
      await callTool(writes, 'wiki_update_space', { id: space.id, description: 'New' }),
      await callTool(writes, 'wiki_update_space', { id: space.id, members }),
      await callTool(writes, 'call_function', { name: 'wiki_delete_space', arguments: { id: space.id } }),
      await callTool(writes, 'wiki_delete_space', { id: space.id, dry_run: true }),
      await callTool(program, 'wiki_update_space', { id: space.id, members }),
    ]

    expect(
      answers.map(({ isError = false, structuredContent }) => isError && structuredContent?.['code']),
    ).toEqual(['auth.scope', false, 'auth.scope', 'auth.scope', 'auth.scope', false])
  })

  test('refuses every tool that a lesser scope does not cover, whatever its arguments', async () => {
    const admin = await signedIn({ role: 'admin' })
    const scopes = { read: await givenToken(admin, 'read'), write: await givenToken(admin, 'write') }
    const beyond = {
      read: functions.filter(({ effect }) => effect !== 'read'),
      write: functions.filter(({ effect, sharing }) =>
        effect === 'sharing' ? sharing.length === 0 : effect === 'destructive',
      ),
    }

    const answered = await Promise.all(
      (['read', 'write'] as const).flatMap((scope) =>
        beyond[scope].map(async ({ name }) => {
          const id = randomUUID()
          const { structuredContent } = await callTool(scopes[scope], name, { id })
          return [scope, name, structuredContent?.['code']]
        }),
      ),
    )

    expect(answered.length).toBeGreaterThan(80)
    expect(answered.filter(([, , code]) => code !== 'auth.scope')).toEqual([])
  })

  test('records what a client does, so that its person can undo it', async () => {
    const space = await givenSpace(ada)
    const { structuredContent } = await callTool(program, 'wiki_create_page', {
      space_id: space.id,
      title: 'New',
    })
    const page = structuredContent?.['result'] as { id: string }
    const own = await givenPage(ada, space)
    await settle()

    const { body } = await call(createUndoJob, { as: ada, body: { token_id: program.token_id } })
    await settle()

    expect(await changesBy(ada)).toContainEqual(
      expect.objectContaining({ action: 'wiki_page.created', via: 'mcp', token_id: program.token_id }),
    )
    expect(await made(readJob, { as: ada, params: { id: body.id } })).toMatchObject({ status: 'completed' })
    const statuses = [page, own].map(({ id }) => call(readPage, { as: ada, params: { id } }))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 200])
  })

  test('works for a person in their own session', async () => {
    const space = await givenSpace(ada)

    const { structuredContent } = await callTool(ada, 'wiki_delete_space', { id: space.id })

    expect(structuredContent).toMatchObject({ result: null, changes: [{ action: 'deleted' }] })
  })
})

const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(handleMessage, {
    as: program,
    body: body as never,
    headers: { Accept: 'application/json, text/event-stream', ...headers },
  })

interface Documented {
  responses: Record<string, { content: Record<string, object> }>
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('A message to POST /mcp', () => {
  test.each([
    ['no JSON', 'not JSON', 400, -32_700],
    ['JSON of another kind', { hello: 'world' }, 400, -32_600],
    ['a batch', [ping], 400, -32_600],
  ])('returns the error of JSON-RPC for %s', async (_, body, status, code) => {
    const answer = await send(body)

    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } })
  })

  test.each([
    [
      'initialize',
      { protocolVersion: 5 },
      '"params.protocolVersion" is wrong: expected string, received number.',
    ],
    ['tools/call', undefined, '"params" is wrong: expected object, received undefined.'],
  ])('names the wrong parameter of %s with %j', async (method, params, message) => {
    const { body } = await send({ jsonrpc: '2.0', id: 1, method, params })

    expect(body).toMatchObject({ id: 1, error: { code: -32_602, message } })
  })

  test('returns 422 for more values than other endpoints accept', async () => {
    const few = await send({ ...ping, params: { values: Array(40_000).fill(1) } })
    const many = await send({ ...ping, params: { values: Array(60_000).fill(1) } })

    expect([few.status, many.status, many.detail]).toEqual([
      200,
      422,
      'The body must not have more than 50000 values.',
    ])
  })

  test('documents errors of the protocol as JSON-RPC errors, and no body of a notification', () => {
    const { post } = document.paths['/api/v1/mcp'] as unknown as Record<'post', Documented>
    const jsonOf = (status: number) => post.responses[status]?.content['application/json']

    expect([400, 404, 406, 415].map(jsonOf)).toEqual(
      [-32_700, -32_601, -32_000, -32_000].map((code) => ({
        schema: { $ref: '#/components/schemas/JsonRpcResponse' },
        example: { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) as string } },
      })),
    )
    expect(post.responses[202]).not.toHaveProperty('content')
    expect(jsonOf(403)).toMatchObject({ schema: { $ref: '#/components/schemas/Problem' } })
  })

  test('returns the statuses of the protocol', async () => {
    const answers = [
      await send(ping),
      await send({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      await send(ping, { Accept: 'application/json' }),
      await send(ping, { 'Content-Type': 'text/plain' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 202, 406, 415])
  })

  test.each([
    ['*', 'https://evil.example', 403],
    ['*', 'null', 403],
    ['*', 'http://localhost:6274', 200],
    ['*', new URL(process.env['PUBLIC_URL'] ?? 'http://127.0.0.1').origin, 200],
    ['https://intra.example', 'https://intra.example', 200],
    ['https://intra.example', 'http://localhost:6274', 403],
  ])('with CORS_ORIGINS %s from %s returns %i', async (origins, origin, status) => {
    vi.stubEnv('CORS_ORIGINS', origins)

    expect((await send(ping, { Origin: origin })).status).toBe(status)
    vi.unstubAllEnvs()
  })
})
