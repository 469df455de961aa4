import type { JsonSchema } from './schema.ts'

const byFormat: Record<string, string> = {
  uuid: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  email: 'user@example.com',
  uri: 'https://example.com/',
}

const typeOf = ({ type }: JsonSchema): unknown => (Array.isArray(type) ? (type as unknown[])[0] : type)

/** Something that `schema` allows: its own example, else the simplest value there is. */
const valueOf = (schema: JsonSchema, components: Record<string, JsonSchema>): unknown => {
  if (schema.$ref) return valueOf(components[schema.$ref.split('/').at(-1) as string] ?? {}, components)
  if (schema.examples?.[0] === null) return null
  const given = [schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]]
  const known = given.find((value) => value !== undefined && value !== null)
  if (known !== undefined) return known
  if (schema.anyOf?.[0]) return valueOf(schema.anyOf[0] as JsonSchema, components)
  if (typeOf(schema) === 'object') return exampleOf(schema, components)
  if (typeOf(schema) === 'array') return []
  if (typeOf(schema) === 'boolean') return true
  if (typeOf(schema) === 'integer' || typeOf(schema) === 'number') return schema.minimum ?? 1
  return byFormat[schema.format ?? ''] ?? 'text'.padEnd(Number(schema.minLength ?? 0), '-')
}

/** Names that are unique in the whole service: an example of them is taken after its first use. */
const uniqueFields = new Set(['email', 'key', 'slug'])

/** Whether a value that somebody has made up is good for this field, whatever there is. */
const isGoodAnywhere = (name: string, field: JsonSchema, components: Record<string, JsonSchema>) =>
  field.examples !== undefined && !uniqueFields.has(name) && valueOf(field, components) !== byFormat['uuid']

/** The required fields of an example that must be given the id of something that there is. */
export const placeholdersOf = (example: object): string[] =>
  Object.entries(example).flatMap(([name, value]) => (value === byFormat['uuid'] ? [name] : []))

/** An object as a client might send it: what is required, and what has an example of its own that is good anywhere. */
export const exampleOf = (
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
): Record<string, unknown> => {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  const shown = fields.filter(
    ([name, field]) =>
      !field.readOnly && (schema.required?.includes(name) || isGoodAnywhere(name, field, components)),
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, valueOf(field, components)]))
}
