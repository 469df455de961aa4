import { nameIn, type Components } from './components.ts'
import type { JsonSchema } from './schema.ts'

/** What the fields of a request body say for clients: of those that are ignored, what they are; defaults in words. */

const isIgnored = (field: JsonSchema) => field.readOnly === true && !field.type && !field.anyOf && !field.$ref

const resolved = (components: Components, schema: JsonSchema | undefined): JsonSchema | undefined => {
  const name = schema && nameIn(schema)
  return name === undefined ? schema : components[name]
}

/**
 * Fields that are only taken back from an answer say what they are in it. `answered` is the schema of the answer;
 * throws for a field that it does not have.
 */
export const describeReadOnly = (
  operation: string,
  body: JsonSchema,
  answered: JsonSchema,
  components: Components,
): void => {
  const shown = (resolved(components, answered)?.properties ?? {}) as Components
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
 * Says defaults in words: generators of clients require every field of a component that has a `default`, as if it
 * were an answer's (openapi-typescript's `defaultNonNullable`).
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
