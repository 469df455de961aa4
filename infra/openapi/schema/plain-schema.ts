import { toldByFormat, type JsonSchema } from './schema.ts'

type Definitions = Record<string, JsonSchema>

/** Keywords whose values are data. */
const dataKeywords = ['default', 'enum', 'examples', 'required']

/** Returns the top level of a schema without `$ref`, `const` and lists of types. */
const withoutRareKeywords = (
  { $ref, const: constant, type, ...rest }: JsonSchema,
  defined: Definitions,
): JsonSchema => {
  const named = $ref === undefined ? {} : defined[$ref.replace('#/$defs/', '')]
  if (named === undefined) throw new Error(`"${$ref}" is not defined.`)
  const types: unknown = type
  return {
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(Array.isArray(types) ? { anyOf: types.map((one) => ({ type: one as 'string' })) } : type && { type }),
    ...(named.$ref ? withoutRareKeywords(named, defined) : named),
    ...rest,
  }
}

/**
 * Returns a schema with only the keywords that all model providers accept: several providers reject a request because
 * of `$ref`, `const` or a list of types in the description of a function.
 */
export const plainSchema = (schema: unknown, defined: Definitions): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => plainSchema(part, defined))
  if (typeof schema !== 'object' || schema === null) return schema
  const plain = Object.entries(withoutRareKeywords(schema as JsonSchema, defined)).map(([name, value]) => {
    if (dataKeywords.includes(name)) return [name, value]
    if (name !== 'properties') return [name, plainSchema(value, defined)]
    const fields = Object.entries(value as object).map(([field, part]) => [field, plainSchema(part, defined)])
    return [name, Object.fromEntries(fields)]
  })
  const { pattern, ...others } = Object.fromEntries(plain) as JsonSchema
  return { ...others, ...(pattern !== undefined && !toldByFormat.has(String(others.format)) && { pattern }) }
}
