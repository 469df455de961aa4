import { isDeepStrictEqual } from 'node:util'
import * as z from '../../src/platform/schema/schema.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** What is asked of a client, or what is answered to one. */
type Direction = 'input' | 'output'

/** Formats that say what zod's own pattern says, and read better. */
export const toldByFormat = new Set(['uuid', 'email', 'date-time', 'date', 'uri', 'time'])

const isNull = ({ type }: JsonSchema) => type === 'null'

/** `T or null` in one schema instead of two, unless `T` is a component. */
const flattened = ({ anyOf, ...rest }: JsonSchema): JsonSchema => {
  const [one, other] = (anyOf ?? []) as JsonSchema[]
  if (anyOf?.length !== 2 || !one || !other || !isNull(other) || typeof one.type !== 'string')
    return { ...rest, ...(anyOf && { anyOf }) }
  // zod's type of a schema knows one type alone
  const nullable: Record<string, unknown> = { type: [one.type, 'null'] }
  return { ...one, ...rest, ...nullable, ...(one.enum && { enum: [...one.enum, null] }) }
}

const isNoise = (name: string, value: unknown, schema: JsonSchema, direction: Direction) =>
  name === '$schema' ||
  name === '$defs' ||
  (name === 'pattern' && toldByFormat.has(String(schema.format))) ||
  ((name === 'maximum' || name === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) ||
  // answers are always whole, and may grow
  (direction === 'output' && (name === 'default' || (name === 'additionalProperties' && value === false)))

/** Field names look like keywords (`pattern`, `default`), so the maps of fields are walked by their own rule. */
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
        // a slash needs no backslash but in a literal of JavaScript, and generators that write one add their own
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

/** The JSON Schema of what is sent or answered, with its components in `$defs`. */
export const jsonSchemaOf = (schema: z.ZodType, direction: Direction): JsonSchema =>
  z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // what a transformation makes has no schema of its own: times, for one, stay strings of the same format
      const { def } = zodSchema._zod
      if (direction === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform')
        Object.assign(jsonSchema, { ...jsonSchemaOf(def.in as z.ZodType, direction), ...jsonSchema })
    },
  })

/** A component by the name that it has while the document is made (`referenceTo`). */
const temporaryReference = /"#\/components\/schemas\/(\w+)@(input|output)"/g

/** Whether a component reads differently when it is sent and when it is answered. */
const differs = (sent: JsonSchema | undefined, answered: JsonSchema | undefined): boolean => {
  const plain = (schema: JsonSchema) =>
    JSON.parse(JSON.stringify(schema).replaceAll(/@(in|out)put"/g, '"')) as unknown
  return sent !== undefined && answered !== undefined && !isDeepStrictEqual(plain(sent), plain(answered))
}

/** The schemas of a document: what has a name by `.meta({ id })` stands once, among the components. */
export const schemaBook = () => {
  const components: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() }

  const schemaOf = (schema: z.ZodType, direction: Direction): JsonSchema => {
    const whole = jsonSchemaOf(schema, direction)
    for (const [name, part] of Object.entries(whole.$defs ?? {})) {
      const component = cleaned(part, direction) as JsonSchema
      const known = components[direction].get(name)
      if (known && !isDeepStrictEqual(known, component)) throw new Error(`Two schemas have the id ${name}.`)
      components[direction].set(name, component)
    }
    return cleaned(whole, direction) as JsonSchema
  }

  /** The name that a component has at last: one that reads differently when it is sent is `<Name>Input`. */
  const finalName = (name: string, direction: Direction) => {
    const isOther = differs(components.input.get(name), components.output.get(name))
    return direction === 'input' && isOther ? `${name}Input` : name
  }

  return {
    schemaOf,
    /** All components by name. */
    components: () => {
      const named = (['output', 'input'] as const).flatMap((direction) =>
        [...components[direction]].map(([name, schema]) => [finalName(name, direction), schema] as const),
      )
      return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
    },
    /** `document` with every reference by its final name. */
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
