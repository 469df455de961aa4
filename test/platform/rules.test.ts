import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { logout } from '../../src/auth/endpoints/logout.ts'
import { isVersioned, maxBodySize, paramNames } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { call } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

/** The rules in the introduction of the OpenAPI document, checked for every endpoint without naming any. */

const inJson = endpoints.filter(({ spec }) => !spec.produces && !spec.rawProtocol)
const closed = inJson.filter(({ spec }) => spec.access !== 'public')
const ours = inJson.filter(({ spec }) => !spec.protocol)
const withBody = ours.filter(({ spec }) => spec.body && !spec.bodyFormat)
const withoutBody = ours.filter(({ spec }) => !spec.body && spec.method !== 'GET')
const lists = ours.filter(({ spec }) => spec.query && 'cursor' in spec.query.shape)

let admin: SignedIn
let user: SignedIn
let leaver: SignedIn

beforeAll(async () => {
  ;[admin, user, leaver] = await Promise.all([signedIn({ role: 'admin' }), signedIn(), signedIn()])
  await call(logout, { as: leaver })
})

/** Returns well-formed path parameters of resources that do not exist. */
const paramsFor = (path: string) =>
  Object.fromEntries(paramNames(path).map((name) => [name, name === 'number' ? '1' : randomUUID()]))

const requestFor = (path: string) => ({ as: admin, params: paramsFor(path) })

describe.each(closed)('$title', ({ handler, spec }) => {
  test('returns 401 without a token, with a forged one and after a logout', async () => {
    const tokens = [undefined, { token: 'eyJhbGciOiJub25lIn0.e30.' }, { token: `${admin.token}x` }, leaver]

    const answers = await Promise.all(tokens.map((as) => call(handler, { as, params: paramsFor(spec.path) })))

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    for (const { headers } of answers) expect(headers['www-authenticate']).toMatch(/^Bearer /)
  })
})

describe.each(closed.filter(({ spec }) => spec.access === 'admin' || spec.access === 'agent'))(
  '$title',
  ({ handler, spec }) => {
    test('returns 403 by role before it validates anything', async () => {
      const answer = await call(handler, { as: user, params: { id: 'no id' }, body: spec.body && 'no json' })

      expect(answer.status).toBe(403)
    })
  },
)

describe.each(ours.filter(({ spec }) => paramNames(spec.path).includes('id')))(
  '$title',
  ({ handler, spec }) => {
    test('returns 422 naming a malformed ID', async () => {
      const answer = await call(handler, {
        as: admin,
        params: { ...paramsFor(spec.path), id: 'abc' },
        body: spec.body && {},
      })

      expect(answer.status).toBe(422)
      expect(answer.detail).toBe('"id" must be a UUID.')
    })

    test.runIf(spec.method === 'GET' || spec.method === 'DELETE')(
      'returns 404 for a missing resource',
      async () => {
        const answer = await call(handler, requestFor(spec.path))

        const isGone = spec.method === 'DELETE' && answer.status === 204
        expect(isGone || answer.status === 404).toBe(true)
      },
    )
  },
)

/**
 * Returns the status without a body: it counts as {} if no field is required, and a resource in the path is missing.
 */
const withoutBodyStatus = ({ isBodyOptional, path }: Spec) => {
  if (!isBodyOptional) return 400
  return paramNames(path).length > 0 ? 404 : 200
}

describe.each(withBody)('$title', ({ handler, spec }) => {
  const send = (body: unknown, headers: Record<string, string> = {}, as = admin) =>
    call(handler, { ...requestFor(spec.path), as, body, headers })

  test('requires a JSON object', async () => {
    const statuses = await statusByCase({
      'broken JSON': send('{"a":'),
      'an array': send('[]'),
      'a string': send('"text"'),
      'no body': send('', {}, await signedIn({ role: 'admin' })),
      'another content type': send('{}', { 'Content-Type': 'text/plain' }),
      'too many bytes': send(`{"a":"${'x'.repeat(maxBodySize(spec))}"}`),
    })

    expect(statuses).toEqual({
      'broken JSON': 400,
      'an array': 400,
      'a string': 400,
      'no body': withoutBodyStatus(spec),
      'another content type': 415,
      'too many bytes': 413,
    })
  })

  test('names an unknown field', async () => {
    const answer = await send(JSON.stringify({ no_such_field: 1, ...validFields(spec.body as z.ZodObject) }))

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('no_such_field')
  })

  test('rejects a body that is nested too deeply', async () => {
    const depth = maxBodySize(spec) / 4
    const answer = await send(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)

    expect([400, 422]).toContain(answer.status)
  })

  test('names a field with half a surrogate pair', async () => {
    const answer = await send('{"title": "\\ud83d", "name": ["\\ud83d"], "email": "\\udc00"}')

    expect(answer.status).toBe(422)
    expect(answer.detail).toBe('"title" must be well-formed Unicode.')
  })

  const fields = Object.entries((spec.body as z.ZodObject).shape).flatMap(([field, schema]) => {
    const wrong = wrongValue(schema as z.ZodType)
    return wrong === undefined ? [] : [{ field, wrong }]
  })
  test.runIf(fields.length > 0).each(fields)(
    'names the field $field if its value is wrong',
    async ({ field, wrong }) => {
      const answer = await send({ [field]: wrong })

      expect(answer.status).toBe(422)
      expect(answer.detail).toContain(`"${field}`)
    },
  )
})

/** Returns a value of another type than the schema's; undefined if the schema accepts any value. */
const wrongValue = (schema: z.ZodType) =>
  ['text', { no_such_field: true }, -1, [{}]].find((value) => !schema.safeParse(value).success)

/** Returns valid values for all required fields, so that only what a test adds is wrong. */
const validFields = (body: z.ZodObject) =>
  Object.fromEntries(
    Object.entries(body.shape).flatMap(([field, schema]) => {
      if ((schema as z.ZodType).safeParse(undefined).success) return []
      const candidates = [
        'someone@example.com',
        'a long enough text',
        'v'.repeat(43),
        randomUUID(),
        '2030-01-01T00:00:00Z',
        1,
        true,
        null,
        [],
        ['read'],
        [randomUUID()],
        [{ type: 'file', id: randomUUID() }],
        {},
        ...((schema as { options?: unknown[] }).options ?? []),
      ]
      return [[field, candidates.find((value) => (schema as z.ZodType).safeParse(value).success)]]
    }),
  )

describe.each(withoutBody)('$title', ({ handler, spec }) => {
  test('accepts no body and {} with any content type, and rejects other bodies', async () => {
    const send = async (body: string | undefined) => {
      const [as, headers] = [await signedIn({ role: 'admin' }), { 'Content-Type': 'text/plain' }]
      return call(handler, { as, params: paramsFor(spec.path), body, headers })
    }

    const [none, empty, withField] = [await send(undefined), await send('{}'), await send('{"a":1}')]

    expect(withField.status).toBe(422)
    expect(none.status).toBe(empty.status)
    expect([200, 201, 204, 404]).toContain(empty.status)
  })
})

describe.each(lists)('$title', ({ handler, spec }) => {
  const required = validFields(spec.query as z.ZodObject) as Record<string, string>
  const list = (query: Record<string, string | number>) =>
    call(handler, { ...requestFor(spec.path), query: { ...required, ...query } })

  test.each([
    ['limit', 0],
    ['limit', 101],
    ['limit', 'many'],
    ['cursor', 'abc'],
    ['page', 2],
    ['offset', 10],
    ['no_such_parameter', 1],
    ['constructor', 1],
  ])('rejects %s=%s by its name', async (name, value) => {
    const answer = await list({ [name]: value })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${name}"`)
    if (name === 'page' || name === 'offset') expect(answer.detail).toContain('next_cursor')
  })
})

const searched = lists.filter(({ spec }) => ['q', 'search'].some((name) => name in (spec.query?.shape ?? {})))

describe.each(searched)('$title', ({ handler, spec }) => {
  const list = (query: Record<string, string>) => call(handler, { ...requestFor(spec.path), query })

  test('treats an empty q as absent', async () => {
    const [empty, none] = await Promise.all([list({ q: ' ' }), list({})])

    expect(empty.status).toBe(none.status)
    expect({ ...(empty.body as object), next_cursor: null }).toEqual({
      ...(none.body as object),
      next_cursor: null,
    })
  })

  test('treats q and search as one parameter', async () => {
    const [q, search, both] = await Promise.all([
      list({ q: 'no-such-word' }),
      list({ search: 'no-such-word' }),
      list({ q: 'one', search: 'two' }),
    ])

    // below a missing resource, both return the same 404
    const status = spec.path.includes('{') ? 404 : 200
    expect(q.status, 'q').toBe(status)
    expect(search.status, 'search').toBe(status)
    expect(both.status, 'both').toBe(422)
    expect(search.body).toEqual(q.body)
    expect(both.detail).toMatch(/^"(q|search)" must be given only once\.$/)
  })
})

describe('All endpoints', () => {
  test('return the location of a created resource if there is a GET for it', () => {
    const gets = new Set(endpoints.filter(({ spec }) => spec.method === 'GET').map(({ spec }) => spec.path))
    const silent = ours.filter(({ spec }) => {
      const isMade = spec.method === 'POST' && [spec.status].flat().includes(201)
      return isMade && spec.location === undefined && gets.has(`${spec.path}/{id}`)
    })

    expect(silent.map(({ title }) => title)).toEqual([])
  })

  test('support If-Match in updates', async () => {
    const updates = ours.filter(({ spec }) => spec.method === 'PUT' && isVersioned(spec))

    for (const { title, spec } of updates) expect(spec.body, title).toBeDefined()
    expect(updates.length).toBeGreaterThan(0)
  })
})
