import type { JsonSchema } from './schema/schema.ts'

const byFormat: Record<string, string> = {
  uuid: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  email: 'user@example.com',
  uri: 'https://example.com/',
}

const isId = (value: unknown): boolean => typeof value === 'string' && /^01990c1e(-\w+){4}$/.test(value)

const firstType = ({ type }: JsonSchema): unknown => (Array.isArray(type) ? (type as unknown[])[0] : type)

/** Returns a value that is valid for `schema`: its own example, otherwise the simplest value. */
const exampleValue = (schema: JsonSchema, components: Record<string, JsonSchema>): unknown => {
  if (schema.$ref) return exampleValue(components[schema.$ref.split('/').at(-1) as string] ?? {}, components)
  if (schema.examples?.[0] === null) return null
  const given = [schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]]
  const known = given.find((value) => value !== undefined && value !== null)
  if (known !== undefined) return known
  if (schema.anyOf?.[0]) return exampleValue(schema.anyOf[0] as JsonSchema, components)
  if (firstType(schema) === 'object') return toExample(schema, components)
  if (firstType(schema) === 'array') return []
  if (firstType(schema) === 'boolean') return true
  if (firstType(schema) === 'integer' || firstType(schema) === 'number') return schema.minimum ?? 1
  return byFormat[schema.format ?? ''] ?? 'text'.padEnd(Number(schema.minLength ?? 0), '-')
}

/** Fields with unique values in the whole service: sending an example twice fails. */
const uniqueFields = new Set(['email', 'key', 'slug'])

/** Returns true if the example of a field is valid regardless of existing data. */
const isGoodAnywhere = (name: string, field: JsonSchema, components: Record<string, JsonSchema>) =>
  field.examples !== undefined &&
  !uniqueFields.has(name) &&
  exampleValue(field, components) !== byFormat['uuid']

const idPaths = (path: string, value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => idPaths(`${path}[]`, item))
  if (typeof value !== 'object' || value === null) return isId(value) ? [path] : []
  return Object.entries(value).flatMap(([name, field]) => idPaths(`${path}.${name}`, field))
}

/** Returns the fields of an example that need the ID of an existing resource, such as `sources[].id`. */
export const findPlaceholders = (example: object): string[] => [
  ...new Set(Object.entries(example).flatMap(([name, value]) => idPaths(name, value))),
]

/** Returns an object that a client might send: required fields, and fields whose own example is always valid. */
export const toExample = (
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
): Record<string, unknown> => {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  const shown = fields.filter(
    ([name, field]) =>
      !field.readOnly && (schema.required?.includes(name) || isGoodAnywhere(name, field, components)),
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleValue(field, components)]))
}

const resolveComponent = (schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema =>
  schema.$ref ? (components[schema.$ref.split('/').at(-1) as string] ?? {}) : schema

const isNullable = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type].flat().includes('null' as never) || (anyOf as JsonSchema[]).some(isNullable)

/**
 * Returns a response that the service might send: `given`, completed with every other field, as null if allowed. Throws
 * if `given` has a field that the response does not have.
 */
export const exampleAnswer = (
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  given?: unknown,
): unknown => {
  if (given === null) return null
  if (given === undefined && isNullable(schema)) return null
  const {
    properties,
    items,
    required = [],
    ...rest
  } = resolveComponent((schema.anyOf?.[0] as JsonSchema | undefined) ?? schema, components)
  if (Array.isArray(given)) return given.map((item) => exampleAnswer(items as JsonSchema, components, item))
  if (!properties) return given ?? exampleValue({ ...rest, ...schema }, components)
  const values = (given ?? {}) as Record<string, unknown>
  const unknown = Object.keys(values).find((name) => !(name in properties))
  if (unknown !== undefined) throw new Error(`The answer has no field "${unknown}".`)
  const shown = Object.entries(properties as Record<string, JsonSchema>).filter(
    ([name]) => required.includes(name) || name in values,
  )
  return Object.fromEntries(
    shown.map(([name, field]) => [name, exampleAnswer(field, components, values[name])]),
  )
}
