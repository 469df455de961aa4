import { Validator } from '@seriousme/openapi-schema-validator'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { filesOfEndpoints } from '../../infra/openapi/files.ts'
import { takesIfMatch } from '../../infra/openapi/problems.ts'
import document from '#generated/openapi.json' with { type: 'json' }
import { endpoints } from '../support/endpoints.ts'
import type { Spec } from '../../src/platform/http/spec.ts'

/** Operations that clients rely on, by area. */
const contract = [
  'POST /auth/login',
  'GET /auth/me',
  'POST /auth/logout',
  'POST /auth/refresh',
  'GET /users',
  'GET /users/{id}',
  'POST /users',
  'PUT /users/{id}',
  'GET /assistants',
  'POST /assistants/create',
  'POST /assistants/{id}/update',
  'GET /assistants/{id}',
  'DELETE /assistants/{id}',
  'GET /models',
  'GET /functions',
  'POST /functions/{name}/invoke',
  'POST /chats',
  'GET /chats',
  'POST /chats/{id}/message',
  'GET /chats/{id}',
  'GET /chats/{id}/messages/{message_id}',
  'POST /chats/{id}/messages/{message_id}/cancel',
  'POST /chats/{id}/messages/{message_id}/retry',
  'POST /chats/{id}/messages/{message_id}/confirm',
  'PUT /chats/{id}',
  'DELETE /chats/{id}',
  'GET /lms/courses/categories',
  'POST /lms/courses/categories',
  'PUT /lms/courses/categories/{id}',
  'DELETE /lms/courses/categories/{id}',
  'POST /lms/courses/categories/{id}/subscribe',
  'DELETE /lms/courses/categories/{id}/subscribe',
  'GET /lms/courses',
  'POST /lms/courses/create',
  'POST /lms/courses/from-file',
  'POST /lms/courses/{id}/generate',
  'GET /lms/courses/{id}',
  'PUT /lms/courses/{id}',
  'DELETE /lms/courses/{id}',
  'GET /lms/courses/{id}/lessons/{lesson_id}',
  'PUT /lms/courses/{id}/lessons/{lesson_id}',
  'POST /lms/courses/{id}/enroll',
  'DELETE /lms/courses/{id}/enroll',
  'PUT /lms/courses/{id}/progress',
  'GET /lms/notifications',
  'PUT /lms/notifications/{id}',
  'POST /lms/notifications/read-all',
  'GET /lms/notifications/preferences',
  'PUT /lms/notifications/preferences',
  'GET /lms/notifications/unsubscribe',
  'POST /lms/notifications/unsubscribe',
  'GET /lms/events',
  'POST /lms/events',
  'GET /lms/events/{id}',
  'PUT /lms/events/{id}',
  'DELETE /lms/events/{id}',
  'POST /lms/events/feed',
  'DELETE /lms/events/feed',
  'GET /lms/events.ics',
  'POST /wiki/spaces',
  'GET /wiki/spaces',
  'GET /wiki/spaces/{id}',
  'PUT /wiki/spaces/{id}',
  'DELETE /wiki/spaces/{id}',
  'POST /wiki/pages',
  'GET /wiki/spaces/{id}/pages',
  'GET /wiki/pages/{id}',
  'PUT /wiki/pages/{id}',
  'DELETE /wiki/pages/{id}',
  'POST /wiki/pages/{id}/revisions',
  'GET /wiki/pages/{id}/revisions',
  'GET /wiki/pages/{id}/revisions/{number}',
  'POST /wiki/pages/{id}/revisions/{number}/restore',
  'POST /wiki/pages/{id}/subscribe',
  'DELETE /wiki/pages/{id}/subscribe',
  'POST /task/projects',
  'GET /task/projects',
  'GET /task/projects/{id}',
  'PUT /task/projects/{id}',
  'DELETE /task/projects/{id}',
  'POST /task/projects/{id}/tasks',
  'GET /task/projects/{id}/tasks',
  'GET /task/tasks',
  'GET /task/tasks/{id}',
  'PUT /task/tasks/{id}',
  'DELETE /task/tasks/{id}',
  'GET /task/tasks/{id}/comments',
  'POST /task/tasks/{id}/comments',
  'DELETE /task/tasks/{id}/comments/{comment_id}',
  'POST /support/tickets',
  'GET /support/tickets',
  'GET /support/tickets/{id}',
  'PUT /support/tickets/{id}',
  'POST /support/messages',
  'GET /support/messages',
  'POST /files',
  'GET /files',
  'GET /files/{id}',
  'POST /files/{id}/complete',
  'GET /files/{id}/contents',
  'PUT /files/{id}',
  'DELETE /files/{id}',
  'POST /files/{id}/edit-link',
  'GET /wopi/discovery',
  'POST /wopi/files/{id}/token',
  'GET /wopi/files/{id}',
  'HEAD /wopi/files/{id}',
  'GET /wopi/files/{id}/contents',
  'POST /wopi/files/{id}',
  'POST /wopi/files/{id}/contents',
  'GET /search',
  'GET /health',
]

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
}
interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: object[]
  parameters?: { $ref?: string; name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<
    string,
    { $ref?: string; description?: string; headers?: object; content?: Record<string, { schema: Schema }> }
  >
}

const paths = document.paths as unknown as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    title: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)
const operationOf = (method: string, path: string) =>
  operations.find(({ title }) => title === `${method} /api/v1${path}`)?.operation

const { yaml, missing } = await filesOfEndpoints()

/** Returns true if a success has a body, as that of HEAD would have. */
const isAnswered = ({ response, produces, method }: Spec) =>
  Boolean(response ?? produces) || method === 'HEAD'

describe('the OpenAPI document', () => {
  test('matches the endpoints as committed (npm run openapi)', () => {
    const written = readFileSync(new URL('../../src/docs/openapi.yaml', import.meta.url), 'utf8')

    expect(written).toBe(yaml)
  })

  test('validates as OpenAPI 3.1', async () => {
    const validator = new Validator()

    const { valid, errors } = await validator.validate(structuredClone(document))

    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('contains the version, the contact and the license of the package', () => {
    expect(document.info).toMatchObject({
      version: project.version,
      contact: { name: project.author },
      license: { name: project.license },
    })
  })

  test.each(contract)('contains %s from the contract', (line) => {
    const [method, path] = line.split(' ') as [string, string]

    expect(operationOf(method, path), line).toBeDefined()
  })

  test('contains exactly the endpoints below /api/v1', () => {
    const declared = endpoints
      .filter(({ spec }) => !spec.atRoot)
      .map(({ spec }) => `${spec.method} /api/v1${spec.path}`)

    expect(operations.map(({ title }) => title).sort()).toEqual(declared.sort())
  })

  test('contains a unique ID, a summary and a known tag for every operation', () => {
    const tags = new Set(document.tags.map(({ name }) => name))

    for (const { title, operation } of operations) {
      expect(operation.operationId, title).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(operation.summary, title).toMatch(/^[A-Z].*[^.]$/)
      expect(operation.tags.length, title).toBe(1)
      expect(tags, title).toContain(operation.tags[0])
    }
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  })

  test('describes every operation, parameter and field', () => {
    expect(missing).toEqual([])
  })

  test('uses sentences for operations and successes, and names the resource of every ID', () => {
    for (const { title, operation } of operations) {
      expect(operation.description, title).toMatch(/^[A-Z`].*[.]$/s)
      expect(operation.description, title).not.toMatch(/^(No token required|Administrators only)/)
      for (const [status, { $ref, description }] of Object.entries(operation.responses))
        if (!$ref) expect(description, `${title} ${status}`).toMatch(/^[-A-Z`].*[.]$/s)
      for (const { in: place, description } of operation.parameters ?? [])
        if (place === 'path') expect(description, title).toMatch(/^(ID|Name|Number|Code) of the /)
    }
  })

  test('repeats no response three times', () => {
    const inline = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).filter(({ $ref }) => !$ref),
    )
    const uses = Map.groupBy(inline, (response) => JSON.stringify(response))

    expect([...uses].filter(([, { length }]) => length > 2).map(([response]) => response)).toEqual([])
  })

  test('contains no dangling reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path as string,
    )

    const dangling = references.filter(
      (path) =>
        path.split('/').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document) ===
        undefined,
    )

    expect(references.length).toBeGreaterThan(50)
    expect(dangling).toEqual([])
  })

  test.each(endpoints.filter(({ spec }) => !spec.atRoot))(
    '$title declares all responses that follow from its spec',
    ({ spec }) => {
      const operation = operationOf(spec.method, spec.path)
      const statuses = Object.keys(operation?.responses ?? {})
      const parameters = JSON.stringify(operation?.parameters ?? [])

      const isRepeatable =
        spec.isRepeatable ??
        (spec.method === 'POST' && statuses.some((status) => status === '201' || status === '202'))
      const expected = [
        ...[spec.status ?? (spec.location ? 201 : isAnswered(spec) ? 200 : 204)].flat().map(String),
        '413',
        ...(spec.rawProtocol ? [] : [String(spec.protocol?.statusOf(422) ?? 422)]),
        '429',
        '500',
        '503',
        ...(spec.access === 'public' ? [] : ['401']),
        ...(spec.access === 'admin' || spec.access === 'agent' ? ['403'] : []),
        ...(spec.path.includes('{') ? ['404'] : []),
        ...(spec.body ? ['400', '415'] : []),
        ...(isRepeatable ? ['409'] : []),
        ...(spec.cacheable ? ['304'] : []),
        ...(spec.problems ?? []).map(({ status }) => String(status)),
      ]
      expect(statuses).toEqual(expect.arrayContaining(expected))
      expect(operation?.security).toEqual(spec.access === 'public' ? [] : undefined)
      expect(parameters.includes('parameters/IdempotencyKey')).toBe(isRepeatable)
      expect(parameters.includes('parameters/IfMatch')).toBe(takesIfMatch(spec))
      if (takesIfMatch(spec)) expect(statuses).toContain('412')
      const takesBytes = spec.rawProtocol && spec.method === 'POST'
      expect(Boolean(operation?.requestBody)).toBe(Boolean(spec.body ?? takesBytes))
    },
  )

  test.each(endpoints.filter(({ spec }) => spec.body && !spec.atRoot))(
    '$title accepts its own example',
    ({ spec }) => {
      const { content = {} } = operationOf(spec.method, spec.path)?.requestBody ?? {}
      const { mediaType = 'application/json' } = spec.bodyFormat ?? spec.protocol ?? {}
      const { example } = content[mediaType] ?? {}

      expect(spec.body?.safeParse(example)).toMatchObject({ success: true })
    },
  )
})
