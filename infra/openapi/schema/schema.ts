import { isDeepStrictEqual } from 'node:util'
import * as z from '../../../src/platform/schema/schema.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Direction of a schema: in a request, or in a response. */
type Direction = 'input' | 'output'

/** Formats that state the same as zod's pattern, and are easier to read. */
export const toldByFormat = new Set(['uuid', 'email', 'date-time', 'date', 'uri', 'time'])

const isNullSchema = ({ type }: JsonSchema) => type === 'null'

/** Merges `T or null` into one schema, unless `T` is a component. */
const flattened = ({ anyOf, ...rest }: JsonSchema): JsonSchema => {
  const [one, other] = (anyOf ?? []) as JsonSchema[]
  if (anyOf?.length !== 2 || !one || !other || !isNullSchema(other) || typeof one.type !== 'string')
    return { ...rest, ...(anyOf && { anyOf }) }
  // zod's type for schemas allows only a single type
  const nullable: Record<string, unknown> = { type: [one.type, 'null'] }
  return { ...one, ...rest, ...nullable, ...(one.enum && { enum: [...one.enum, null] }) }
}

const isNoise = (name: string, value: unknown, schema: JsonSchema, direction: Direction) =>
  name === '$schema' ||
  name === '$defs' ||
  (name === 'pattern' && toldByFormat.has(String(schema.format))) ||
  ((name === 'maximum' || name === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) ||
  // response objects are always complete, and may get more fields
  (direction === 'output' && (name === 'default' || (name === 'additionalProperties' && value === false)))

/**
 * Removes noise from a schema. Field names can look like keywords (`pattern`, `default`), so maps of fields have their
 * own function.
 */
const cleaned = (schema: unknown, direction: Direction): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => cleaned(part, direction))
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([name, value]) => !isNoise(name, value, schema as JsonSchema, direction),
  )
  return flattened(
    Object.fromEntries(
      kept.map(([name, value]) => {
        if (name === '$ref') return [name, referenceTo(String(value), direction)]
        // a slash needs a backslash only in a JavaScript literal, and generators of such literals add their own
        if (name === 'pattern') return [name, String(value).replaceAll(String.raw`\/`, '/')]
        if (name === 'properties') return [name, mapped(value as object, direction)]
        return [
          name,
          ['examples', 'default', 'enum', 'const'].includes(name) ? value : cleaned(value, direction),
        ]
      }),
    ),
  )
}

const mapped = (fields: object, direction: Direction) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, cleaned(field, direction)]))

const referenceTo = (reference: string, direction: Direction) => {
  const name = reference.split('/')[2]
  if (name === undefined) throw new Error('A schema that contains itself needs .meta({ id }).')
  return `#/components/schemas/${name}@${direction}`
}

/** Returns the JSON Schema of a request or response, with its components in `$defs`. */
export const toJsonSchema = (schema: z.ZodType, direction: Direction): JsonSchema =>
  z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // the output of a transformation has no schema; times, for example, stay strings of the same format
      const { def } = zodSchema._zod
      if (direction === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
        Object.assign(jsonSchema, { ...toJsonSchema(def.in as z.ZodType, direction), ...jsonSchema })
    },
  })

/** Matches references to components by their temporary names (`referenceTo`). */
const temporaryReference = /"#\/components\/schemas\/(\w+)@(input|output)"/g

/** Returns true if a component differs between requests and responses. */
const differs = (sent: JsonSchema | undefined, answered: JsonSchema | undefined): boolean => {
  const plain = (schema: JsonSchema) =>
    JSON.parse(JSON.stringify(schema).replaceAll(/@(in|out)put"/g, '"')) as unknown
  return sent !== undefined && answered !== undefined && !isDeepStrictEqual(plain(sent), plain(answered))
}

/** Collects the schemas of a document: a schema with a name from `.meta({ id })` occurs once, among the components. */
export const schemaBook = () => {
  const components: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() }

  const toSchema = (schema: z.ZodType, direction: Direction): JsonSchema => {
    const whole = toJsonSchema(schema, direction)
    for (const [name, part] of Object.entries(whole.$defs ?? {})) {
      const component = cleaned(part, direction) as JsonSchema
      const known = components[direction].get(name)
      if (known && !isDeepStrictEqual(known, component)) throw new Error(`Two schemas have the ID ${name}.`)
      components[direction].set(name, component)
    }
    return cleaned(whole, direction) as JsonSchema
  }

  /** Returns the final name of a component: `<Name>Input` if it differs in requests. */
  const finalName = (name: string, direction: Direction) => {
    const isOther = differs(components.input.get(name), components.output.get(name))
    return direction === 'input' && isOther ? `${name}Input` : name
  }

  return {
    schemaOf: toSchema,
    components: () => {
      const named = (['output', 'input'] as const).flatMap((direction) =>
        [...components[direction]].map(([name, schema]) => [finalName(name, direction), schema] as const),
      )
      return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
    },
    /** Returns `document` with the final name in every reference. */
    resolved: <T>(document: T): T =>
      JSON.parse(
        JSON.stringify(document).replaceAll(
          temporaryReference,
          (_, name: string, direction: Direction) => `"#/components/schemas/${finalName(name, direction)}"`,
        ),
      ) as T,
  }
}

export type SchemaBook = ReturnType<typeof schemaBook>
