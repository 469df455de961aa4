import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gatewayResponses } from '../../infra/gateway-responses.ts'
import { describedCodes, outsideCodes } from '../../infra/openapi/error-codes.ts'
import { problemsOf } from '../../infra/openapi/problems.ts'
import document from '../../src/docs/openapi.json' with { type: 'json' }
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

/** Every refusal of the document with its codes and its examples. */
const refusals = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { responses: Record<string, Response> }>).flatMap(
    ([method, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, response]) => {
          const { headers, content, description } = resolved(response)
          const media = content?.['application/json']
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

/** A literal or a template of the sources as a pattern: what is put in may be anything. */
const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .replaceAll('\\`', '`')
      .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
      .map((part) => RegExp.escape(part))
      .join('.+')}$`,
  )

const sources = globSync('src/**/*.ts', { cwd: root }).map((file) =>
  readFileSync(resolve(root, file), 'utf8'),
)
const entityNames = sources.flatMap((text) =>
  [...text.matchAll(/= entity\(\{\s*name: '([a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name as string),
)

/** The codes that the sources throw: first argument of a problem, after the status where it has one. */
const thrown = sources.flatMap((text) =>
  [
    ...text.matchAll(
      /(?:new Problem\(\s*\d+,|(?:unauthorized|forbidden|notFound|conflict)\()\s*'([a-z_]+\.[a-z_]+)'/g,
    ),
    ...text.matchAll(/(?:Code =) '([a-z_]+\.[a-z_]+)'/g),
  ].map(([, code]) => code as string),
)

const isOfEntity = (code: string) => {
  const name = /^(.+)_(not_found|changed)$/.exec(code)?.[1]
  return name !== undefined && entityNames.includes(name)
}

describe('The table of error codes', () => {
  test('every code that is thrown is in it', () => {
    const known = [...describedCodes, ...Object.keys(outsideCodes)]
    const gateway = Object.values(gatewayResponses).map(({ code }) => code)

    expect(thrown.length).toBeGreaterThan(70)
    expect([...thrown, ...gateway].filter((code) => !known.includes(code) && !(code in table))).toEqual([])
  })

  test('none is in it that nobody throws', () => {
    const gateway = Object.values<{ code: string }>(gatewayResponses).map(({ code }) => code)
    const all = [...describedCodes, ...Object.keys(table)]

    expect(all.filter((code) => ![...thrown, ...gateway].includes(code) && !isOfEntity(code))).toEqual([])
  })

  test('it has the codes that operations answer, and those of what no endpoint serves', () => {
    const answered = new Set(
      endpoints.flatMap(({ spec }) => Object.values(problemsOf(spec)).flatMap(Object.keys)),
    )

    expect(Object.keys(table).sort()).toEqual([...answered, ...Object.keys(outsideCodes)].sort())
    expect(describedCodes.filter((code) => !answered.has(code))).toEqual([])
  })

  test('it says of each the statuses and what it means', () => {
    for (const [code, { statuses, meaning }] of Object.entries(table)) {
      expect(statuses.length, code).toBeGreaterThan(0)
      expect(meaning, code).toMatch(/^[A-Z`].*\.$/)
    }
  })

  test('the introduction shows it', () => {
    for (const code of Object.keys(table)) expect(document.info.description).toContain(`\`${code}\``)
  })
})

describe('The refusals of each operation', () => {
  test('each has codes that the table has with this status', () => {
    const wrong = refusals.flatMap(({ title, status, codes }) =>
      codes.filter((code) => !table[code]?.statuses.includes(status)).map((code) => `${title} ${code}`),
    )

    expect(wrong).toEqual([])
  })

  test('only those that run other operations have other codes as well', () => {
    const open = refusals
      .filter(({ codes }) => codes.length === 0)
      .map(({ title }) => title.replace(/ \d+$/, ''))

    expect([...new Set(open)]).toEqual([
      'POST /api/v1/activity/{id}/undo',
      'POST /api/v1/functions/{name}/invoke',
    ])
  })

  test('each has an example of every code, which is a sentence of the sources', () => {
    const literals = sources.flatMap((text) =>
      [...text.matchAll(/'((?:[^'\\\n]|\\.)*[.}])'|`((?:[^`\\]|\\.)*\.)`/g)].map(([, plain, template]) =>
        patternOf(plain ?? (template as string)),
      ),
    )
    const strange = refusals.flatMap(({ title, examples }) =>
      examples
        .filter(({ detail }) => !literals.some((pattern) => pattern.test(detail)))
        .map(({ code, detail }) => `${title} ${code}: ${detail}`),
    )

    expect(strange).toEqual([])
  })

  test('that of login’s 401 is what login says', async () => {
    const declared = refusals.find(({ title }) => title === 'POST /api/v1/auth/login 401')

    const { status, headers, body } = await call(login, {
      body: { email: 'nobody@example.com', password: 'no password' },
    })

    expect(status).toBe(401)
    expect(declared?.examples).toEqual([{ code: headers['x-error-code'], detail: body.detail }])
  })

  test('every operation that has an entity has the 404 of it', () => {
    const missing = endpoints
      .filter(({ spec }) => spec.entity !== undefined)
      .filter(({ spec }) => {
        const title = `${spec.method} /api/v1${spec.path} 404`
        return !refusals.find((one) => one.title === title)?.codes.includes(`${spec.entity}_not_found`)
      })

    expect(missing.map(({ title }) => title)).toEqual([])
  })
})
