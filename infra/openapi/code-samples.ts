import { exampleUrl } from '../../src/docs/own-address.ts'
import type { Access } from '../../src/platform/http/access-level.ts'
import type { Method } from '../../src/platform/http/spec.ts'

interface Request {
  method: Method
  path: string
  body?: object | undefined
  access?: Access | undefined
}

const lines = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join('\n')

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

interface Dialect {
  indent: string
  words: Record<string, string>
}

const javaScriptValues: Dialect = { indent: '  ', words: {} }
const pythonValues: Dialect = { indent: '    ', words: { null: 'None', true: 'True', false: 'False' } }

/** Returns a value as code: JSON with the keywords of the language. */
const literal = (value: unknown, dialect: Dialect): string => {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, dialect)).join(', ')}]`
  const json = JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return dialect.words[json] ?? json
  const fields = Object.entries(value).map(
    ([name, field]) => `${dialect.indent}${JSON.stringify(name)}: ${literal(field, dialect)},`,
  )
  return ['{', ...fields, '}'].join('\n')
}

const curl = ({ method, path, body, access }: Request): string => {
  const options = [
    method === 'PUT' && '-X PUT',
    access !== 'public' && '-H "Authorization: Bearer $token"',
    body && "-H 'Content-Type: application/json'",
    body && `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].filter(Boolean)
  return [`curl -s '${exampleUrl}${path}'`, ...options].join(' \\\n  ')
}

const javaScript = ({ method, path, body, access }: Request): string => {
  const headers = [
    ...(access === 'public' ? [] : ['Authorization: `Bearer ${token}`']),
    ...(body ? ["'Content-Type': 'application/json'"] : []),
  ]
  return lines(
    `const response = await fetch('${exampleUrl}${path}', {`,
    method !== 'GET' && `  method: '${method}',`,
    `  headers: { ${headers.join(', ')} },`,
    body !== undefined && `  body: JSON.stringify(${indented(literal(body, javaScriptValues), '  ')}),`,
    '})',
    'console.log(response.status, await response.json())',
  )
}

const python = ({ method, path, body, access }: Request): string =>
  lines(
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${exampleUrl}${path}",`,
    access !== 'public' && '    headers={"Authorization": f"Bearer {token}"},',
    body !== undefined && `    json=${indented(literal(body, pythonValues), '    ')},`,
    ')',
    'print(response.status_code, response.json())',
  )

/**
 * Returns code samples that send a request, in three languages; `token` is the access token, and the host is that of
 * the README.
 */
export const toCodeSamples = (request: Request) => [
  { lang: 'Shell', label: 'curl', source: curl(request) },
  { lang: 'JavaScript', label: 'JavaScript', source: javaScript(request) },
  { lang: 'Python', label: 'Python', source: python(request) },
]
