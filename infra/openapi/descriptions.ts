import { nameIn, type Components } from './components.ts'
import type { JsonSchema } from './schema.ts'

interface Described {
  description?: string
  parameters?: unknown[]
  requestBody?: { content?: Content }
  responses: Record<string, unknown>
}

export type Content = Record<string, { schema: JsonSchema }>

export interface Document {
  paths: Record<string, object>
  components: { schemas: Components }
}

/** What the items and the choices of a schema are. */
export const partsOf = ({ items, anyOf = [], oneOf = [] }: JsonSchema) =>
  [items, anyOf, oneOf].flat().filter((part) => typeof part === 'object') as JsonSchema[]

/** The components that a schema itself is, or null. */
export const namesIn = (schema: JsonSchema): string[] =>
  [schema, ...((schema.anyOf ?? []) as JsonSchema[])].flatMap((one) => nameIn(one) ?? [])

/** Gives every field that is a component and has no description the one of the component. */
export const describeReferences = (components: Components): void => {
  const describe = (schema: JsonSchema): void => {
    for (const field of Object.values((schema.properties ?? {}) as Components)) {
      const [shared] = namesIn(field).flatMap((name) => components[name]?.description ?? [])
      if (field.description === undefined && shared !== undefined) field.description = shared
      describe(field)
    }
    for (const part of partsOf(schema)) describe(part)
  }
  for (const schema of Object.values(components)) describe(schema)
}

/** Less than this says no more of an operation than its summary. */
const minOperationCharacters = 40

/**
 * What the document does not describe, one sentence each that names operation and field: operations, parameters, and
 * fields of bodies and answers.
 */
export const missingDescriptions = ({ paths, components }: Document): string[] => {
  const seen = new Set<string>()

  const missingIn = (schema: JsonSchema, operation: string, at: string): string[] => {
    const fields = Object.entries((schema.properties ?? {}) as Components)
    const missing = fields
      .filter(([, { description }]) => !description)
      .map(([name]) => `${operation}: the field "${name}" of ${at} has no description.`)
    const inner = [...partsOf(schema), ...fields.map(([, field]) => field)]
    const unseen = namesIn(schema).filter((name) => !seen.has(name))
    for (const name of unseen) seen.add(name)
    return [
      ...missing,
      ...inner.flatMap((part) => missingIn(part, operation, at)),
      ...unseen.flatMap((name) => missingIn(components.schemas[name] ?? {}, operation, name)),
    ]
  }

  const missingOf = (operation: string, { description, parameters = [], ...rest }: Described): string[] => [
    ...((description?.length ?? 0) > minOperationCharacters
      ? []
      : [`${operation} has no description that says more than its summary.`]),
    ...(parameters as { $ref?: string; name: string; description?: string }[])
      .filter(({ $ref, description }) => !$ref && !description)
      .map(({ name }) => `${operation}: the parameter "${name}" has no description.`),
    ...[rest.requestBody, ...Object.values(rest.responses)].flatMap((part) =>
      Object.values((part as { content?: Content } | undefined)?.content ?? {}).flatMap(({ schema }) =>
        missingIn(schema, operation, 'what is sent or answered'),
      ),
    ),
  ]

  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Described>).flatMap(([method, operation]) =>
      missingOf(`${method.toUpperCase()} ${path}`, operation),
    ),
  )
}
