import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { throttled } from '../../infra/gateway/gateway-responses.ts'
import { outsideProblems } from '../../infra/openapi/error-table.ts'
import { pathEntity, listProblems } from '../../infra/openapi/problems.ts'
import document from '#generated/openapi.json' with { type: 'json' }
import { call } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { login } from '../../src/auth/endpoints/login.ts'

interface Response {
  $ref?: string
  description: string
  headers?: { 'X-Error-Code'?: { $ref?: string; schema?: { enum: string[] } } }
  content?: Record<string, { example?: Detail; examples?: Record<string, { value: Detail }> }>
}
interface Detail {
  detail: string
}

const root = resolve(import.meta.dirname, '../..')
const components = document.components.responses as unknown as Record<string, Response>
const table = document['x-error-codes'] as Record<string, { statuses: number[]; meaning: string }>

const resolved = (response: Response): Response =>
  response.$ref ? (components[response.$ref.split('/').at(-1) as string] as Response) : response

/** All error responses of the document with their codes and examples. */
const refusals = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { responses: Record<string, Response> }>).flatMap(
    ([method, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, response]) => {
          const { headers, content, description } = resolved(response)
          const [, media] = Object.entries(content ?? {}).find(([type]) => type.endsWith('json')) ?? []
          const codes = headers?.['X-Error-Code']?.schema?.enum ?? []
          const examples =
            media?.examples ?? (media?.example && { [String(codes[0])]: { value: media.example } })
          return {
            title: `${method.toUpperCase()} ${path} ${status}`,
            status: Number(status),
            codes,
            description,
            examples: Object.entries(examples ?? {}).map(([code, { value }]) => ({ code, ...value })),
          }
        }),
  ),
)

const sources = globSync('src/**/*.ts', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(resolve(root, file), 'utf8'),
}))
const entityNames = sources.flatMap(({ text }) =>
  [...text.matchAll(/= entity\(\{\s*name: '([a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name as string),
)

/** Codes that the sources define directly; `ofEntities` are those derived from the names of entities. */
const defined = sources.flatMap(({ text }) =>
  [...text.matchAll(/= problem\(\s*'([a-z_]+\.[a-z_]+)'/g)].map(([, code]) => code as string),
)
const ofEntities = entityNames.flatMap((name) => [`${name}_not_found`, `${name}_changed`])

const repeated = (codes: string[]) => codes.filter((code, index) => codes.indexOf(code) !== index)

describe('error codes', () => {
  test('occur in one definition each', () => {
    expect(defined.length).toBeGreaterThan(100)
    expect(repeated(defined)).toEqual([])
  })

  test('come from one module only', () => {
    const makers = sources
      .filter(({ text }) => text.includes('new Problem('))
      .map(({ file }) => file)
      .sort()

    expect(makers).toEqual(['src/platform/runtime/problem.ts'])
  })

  test('occur at most once in each spec', () => {
    const twice = endpoints.flatMap(({ title, spec }) =>
      repeated((spec.problems ?? []).map(({ code, status }) => `${status} ${code}`)).map(
        (one) => `${title} ${one}`,
      ),
    )

    expect(twice).toEqual([])
  })
})

describe('the table of error codes', () => {
  test('contains every defined code', () => {
    expect(defined.filter((code) => !(code in table))).toEqual([])
  })

  test('contains no undefined code', () => {
    const known = [...defined, ...ofEntities, ...outsideProblems.map(({ code }) => code), throttled.code]

    expect(Object.keys(table).filter((code) => !known.includes(code))).toEqual([])
  })

  test('contains exactly the codes of operations and of requests without an endpoint', () => {
    const answered = endpoints.flatMap(({ spec }) => listProblems(spec))
    const codes = [...answered, ...outsideProblems].map(({ code }) => code)

    expect(Object.keys(table).sort()).toEqual([...new Set(codes)].sort())
  })

  test('contains the statuses and the meaning of each code', () => {
    for (const [code, { statuses, meaning }] of Object.entries(table)) {
      expect(statuses.length, code).toBeGreaterThan(0)
      expect(meaning, code).toMatch(/^[A-Z`].*\.$/)
    }
  })

  test('appears in the introduction', () => {
    for (const code of Object.keys(table)) expect(document.info.description).toContain(`\`${code}\``)
  })
})

describe('the error responses of each operation', () => {
  test('contain only codes that the table lists with their status', () => {
    const wrong = refusals.flatMap(({ title, status, codes }) =>
      codes.filter((code) => !table[code]?.statuses.includes(status)).map((code) => `${title} ${code}`),
    )

    expect(wrong).toEqual([])
  })

  test('allow further codes only for operations that run other operations', () => {
    const open = refusals
      .filter(({ codes }) => codes.length === 0)
      .map(({ title }) => title.replace(/ \d+$/, ''))

    expect([...new Set(open)]).toEqual([
      'POST /api/v1/activity/{id}/undo',
      'POST /api/v1/functions/{name}/invoke',
    ])
  })

  test('contain an example of every code', () => {
    const without = refusals
      .filter(({ title }) => !title.startsWith('HEAD '))
      .filter(({ codes, examples }) => codes.some((code) => !examples.some((one) => one.code === code)))

    expect(without.map(({ title }) => title)).toEqual([])
  })

  test('match the actual response for a failed login', async () => {
    const declared = refusals.find(({ title }) => title === 'POST /api/v1/auth/login 401')

    const { status, headers, detail } = await call(login, {
      body: { email: 'nobody@example.com', password: 'no password' },
    })

    expect(status).toBe(401)
    expect(declared?.examples).toEqual([{ code: headers['x-error-code'], detail: detail }])
  })

  test('name the 404 of the entity in the path, or one that the operation throws itself', () => {
    const sources = globSync('src/**/*.ts', { cwd: root }).map((file) =>
      readFileSync(resolve(root, file), 'utf8'),
    )
    const names = sources.flatMap((source) => source.match(/(?<=entity\(\{\s+name: ')[^']+/g) ?? [])
    const unknown = endpoints.filter(({ spec }) => {
      const name = pathEntity(spec)
      const isThrown = spec.problems?.some(({ code }) => code === `${name}_not_found`)
      return name !== undefined && !names.includes(name) && !isThrown
    })

    expect(names).toContain('wiki.page')
    expect(unknown.map(({ title }) => title)).toEqual([])
  })
})
