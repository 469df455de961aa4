import { nameIn, type Components } from './components.ts'
import type { JsonSchema } from './schema.ts'

/** Returns true for a request field that the service ignores: read-only, without a schema of its own. */

const isIgnored = (field: JsonSchema) => field.readOnly === true && !field.type && !field.anyOf && !field.$ref

const resolveBodySchema = (
  components: Components,
  schema: JsonSchema | undefined,
): JsonSchema | undefined => {
  const name = schema && nameIn(schema)
  return name === undefined ? schema : components[name]
}

/**
 * Gives read-only fields of a request body the schema that they have in the response. `answered` is the schema of the
 * response; throws if the response lacks the field.
 */
export const describeReadOnly = (
  operation: string,
  body: JsonSchema,
  answered: JsonSchema,
  components: Components,
): void => {
  const shown = (resolveBodySchema(components, answered)?.properties ?? {}) as Components
  for (const [name, field] of Object.entries((body.properties ?? {}) as Components)) {
    const same = shown[name]
    if (isIgnored(field)) {
      if (!same) throw new Error(`${operation}: the read-only field "${name}" is not in the answer.`)
      body.properties = { ...body.properties, [name]: { ...same, readOnly: true } }
    } else if (typeof field.items === 'object' && same && typeof same.items === 'object')
      describeReadOnly(operation, field.items as JsonSchema, same.items as JsonSchema, components)
  }
}

const inWords = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? ''
    : ` Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`

/**
 * Moves defaults into descriptions: client generators require every field of a component with a `default`, as if the
 * component were a response (openapi-typescript's `defaultNonNullable`).
 */
export const sayDefaults = (schema: JsonSchema): void => {
  for (const field of Object.values((schema.properties ?? {}) as Components)) {
    if (typeof field.items === 'object') sayDefaults(field.items as JsonSchema)
    sayDefaults(field)
    if (field.default === undefined) continue
    const text = inWords(field.default)
    delete field.default
    if (text) field.description = `${field.description ?? ''}${text}`.trim()
  }
}
