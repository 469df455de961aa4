import { jsonIn, type Contract, type Operation, type Schema } from './contract.ts'

export interface Said {
  status: number
  headers: Record<string, string>
  text: string
  body: unknown
}

const formats: Record<string, RegExp> = {
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^\S+@\S+$/,
}

const kindOf = (value: unknown) => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const ofString = (schema: Schema, value: string): string | undefined => {
  // a length in JSON Schema is one of code points
  const { length } = Array.from(value)
  if (schema.format && formats[schema.format]?.test(value) === false) return `is no ${schema.format}`
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity)) return 'has another length'
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) return 'does not match its pattern'
  return undefined
}

const ofObject = (contract: Contract, schema: Schema, value: object, path: string): string | undefined => {
  const fields = schema.properties ?? {}
  const missing = schema.required?.find((name) => !(name in value))
  if (missing !== undefined) return `${path}.${missing} is missing`
  for (const [name, part] of Object.entries(value)) {
    const { additionalProperties } = schema
    const declared = fields[name] ?? (typeof additionalProperties === 'object' && additionalProperties)
    const isFree = additionalProperties === true || (schema.properties === undefined && declared !== false)
    if (declared) {
      const wrong = wrongIn(contract, declared, part, `${path}.${name}`)
      if (wrong !== undefined) return wrong
    } else if (!isFree && schema.properties) return `${path}.${name} is not declared`
  }
  return undefined
}

/**
 * What of a value is not as its schema says, in words; undefined when all is. A field that the schema does not name is
 * wrong, unless it allows any.
 */
export const wrongIn = (
  contract: Contract,
  given: Schema,
  value: unknown,
  path = 'body',
): string | undefined => {
  const { $ref, ...own } = given
  const schema: Schema = $ref === undefined ? own : { ...contract.resolved(given), ...own }
  const kinds = [schema.type ?? []].flat()
  const kind = kindOf(value)
  if (kinds.length > 0 && !kinds.includes(kind) && !(kind === 'integer' && kinds.includes('number')))
    return `${path} is ${kind} and not ${kinds.join(' or ')}`
  if (schema.enum && !schema.enum.includes(value) && value !== null) return `${path} is none of its values`
  if (schema.const !== undefined && value !== schema.const)
    return `${path} is not ${JSON.stringify(schema.const)}`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.every((choice) => wrongIn(contract, choice, value, path) !== undefined))
    return choices
      .map((choice) => wrongIn(contract, choice, value, path))
      .toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0]
  for (const part of schema.allOf ?? []) {
    const wrong = wrongIn(contract, part, value, path)
    if (wrong !== undefined) return wrong
  }
  if (typeof value === 'string') {
    const wrong = ofString(schema, value)
    return wrong && `${path} ${wrong}`
  }
  if (
    typeof value === 'number' &&
    (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity))
  )
    return `${path} is out of its range`
  if (Array.isArray(value)) {
    if (value.length > (schema.maxItems ?? Infinity)) return `${path} has too many items`
    for (const [index, item] of value.entries()) {
      const wrong = schema.items && wrongIn(contract, schema.items, item, `${path}[${index}]`)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
  return kind === 'object' ? ofObject(contract, schema, value as object, path) : undefined
}

/** Line breaks, controls and turns of direction, or nothing to be seen: such a name is not read as what it is. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|^[\p{Cf}\s]+$/u

/** A name that people read, anywhere in an answer, that misleads them. */
const misleadingIn = (value: unknown, path = 'body'): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    if (key === 'name' && typeof part === 'string' && misleading.test(part)) return `${path}.${key} misleads`
    const found = misleadingIn(part, `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const inside = /node_modules|\/src\/|at async |ValidationException|dynamodb|ECONNREFUSED/i

const ofError = ({ status, headers, text, body }: Said, isHead: boolean): string | undefined => {
  if (isHead) return text === '' ? undefined : 'HEAD has a body'
  const { detail, COOLStatusCode: _, ...others } = (body ?? {}) as Record<string, unknown>
  const { schemas, status: told, scimType, ...more } = others
  const isScim = headers['content-type'] === 'application/scim+json'
  if (isScim ? !schemas || told !== String(status) : [schemas, told, scimType].some(Boolean))
    return `${status} is not in the form of its protocol`
  if (typeof detail !== 'string' || !/^\S[\s\S]*\.$/.test(detail))
    return `${status} without a sentence in detail`
  if (Object.keys(more).length > 0) return `${status} with ${Object.keys(more).join(', ')} beside detail`
  if (!/^[a-z_]+\.[a-z_]+$/.test(headers['x-error-code'] ?? '')) return `${status} without X-Error-Code`
  if (inside.test(detail)) return `${status} shows the inside`
  return undefined
}

/** What of an answer breaks the rules of all answers, or what the document says of this operation's. */
export const brokenBy = (
  contract: Contract,
  said: Said,
  { method, path, operation }: { method: string; path: string; operation?: Operation | undefined },
): string | undefined => {
  const { status, headers, text, body } = said
  const isHead = method === 'HEAD'
  if (!headers['x-request-id']) return `${status} without X-Request-Id`
  if (operation && !(status in operation.responses)) return `${status} is not declared`
  if (status >= 400) return ofError(said, isHead)
  if (status === 204 || status === 304) return text === '' ? undefined : `${status} with a body`
  const content = operation?.responses[status]?.content
  const given = (headers['content-type'] ?? '').split(';')[0] as string
  if (isHead || !operation || given === 'text/event-stream') return undefined
  if (!content) return text === '' ? undefined : `${status} has a body that is not declared`
  // most operations of editors answer by headers alone, on the path of those that answer JSON
  if (text === '' && operation.path.startsWith('/api/v1/wopi/files/')) return undefined
  const schema = jsonIn(content)
  if (!(given in content) && schema) return `${status} is ${given}`
  if (!given.endsWith('json') || !schema) return undefined
  const { version } = (body ?? {}) as { version?: unknown }
  // what has links that expire is not to be asked for again by what it was
  const isSigned = /[?&](media=signed|format=html)(&|$)/.test(path)
  const tagged = isSigned ? undefined : String(version)
  if (Number.isInteger(version) && headers['etag']?.slice(1, -1).split('.')[0] !== tagged)
    return 'ETag is not the version'
  return wrongIn(contract, schema, body) ?? misleadingIn(body)
}
