/** JSON Schema, as far as the OpenAPI document uses it. */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  readOnly?: boolean
  examples?: unknown[]
}

/** Resolves `$ref` of a schema; returns the schema itself if it has none. */
type Resolved = (schema: Schema) => Schema

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

/** Lengths in JSON Schema count code points; their number is at most that of the code units. */
const isWithin = (value: string, { minLength = 0, maxLength = Infinity }: Schema): boolean => {
  if (value.length <= maxLength && minLength <= 1) return value.length >= minLength
  const { length } = Array.from(value)
  return length >= minLength && length <= maxLength
}

const ofString = (schema: Schema, value: string): string | undefined => {
  if (schema.format && formats[schema.format]?.test(value) === false) return `is no ${schema.format}`
  if (!isWithin(value, schema)) return 'has another length'
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) return 'does not match its pattern'
  return undefined
}

const ofObject = (resolved: Resolved, schema: Schema, value: object, path: string): string | undefined => {
  const fields = schema.properties ?? {}
  const missing = schema.required?.find((name) => !(name in value))
  if (missing !== undefined) return `${path}.${missing} is missing`
  for (const [name, part] of Object.entries(value)) {
    const { additionalProperties } = schema
    const declared = fields[name] ?? (typeof additionalProperties === 'object' && additionalProperties)
    const isFree = additionalProperties === true || (schema.properties === undefined && declared !== false)
    if (declared) {
      const wrong = wrongIn(resolved, declared, part, `${path}.${name}`)
      if (wrong !== undefined) return wrong
    } else if (!isFree && schema.properties) return `${path}.${name} is not declared`
  }
  return undefined
}

/**
 * Returns a sentence on how a value violates its schema; undefined if it is valid. Undeclared fields are violations
 * unless the schema allows additional ones.
 */
export const wrongIn = (
  resolved: Resolved,
  given: Schema,
  value: unknown,
  path = 'body',
): string | undefined => {
  const { $ref, ...own } = given
  const schema: Schema = $ref === undefined ? own : { ...resolved(given), ...own }
  const kinds = [schema.type ?? []].flat()
  const kind = kindOf(value)
  if (kinds.length > 0 && !kinds.includes(kind) && !(kind === 'integer' && kinds.includes('number')))
    return `${path} is ${kind} and not ${kinds.join(' or ')}`
  if (schema.enum && !schema.enum.includes(value) && value !== null) return `${path} is none of its values`
  if (schema.const !== undefined && value !== schema.const)
    return `${path} is not ${JSON.stringify(schema.const)}`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.every((choice) => wrongIn(resolved, choice, value, path) !== undefined))
    return choices
      .map((choice) => wrongIn(resolved, choice, value, path))
      .toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0]
  for (const part of schema.allOf ?? []) {
    const wrong = wrongIn(resolved, part, value, path)
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
      const wrong = schema.items && wrongIn(resolved, schema.items, item, `${path}[${index}]`)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
  return kind === 'object' ? ofObject(resolved, schema, value as object, path) : undefined
}
