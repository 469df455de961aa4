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

/** Returns the schemas of a schema's items and alternatives. */
export const nestedSchemas = ({ items, anyOf = [], oneOf = [] }: JsonSchema) =>
  [items, anyOf, oneOf].flat().filter((part) => typeof part === 'object') as JsonSchema[]

/** Returns the names of the components that a schema refers to directly or as a nullable alternative. */
export const componentNames = (schema: JsonSchema): string[] =>
  [schema, ...((schema.anyOf ?? []) as JsonSchema[])].flatMap((one) => nameIn(one) ?? [])

/** Gives every field without a description that refers to a component the description of this component. */
export const describeReferences = (components: Components): void => {
  const describe = (schema: JsonSchema): void => {
    for (const field of Object.values((schema.properties ?? {}) as Components)) {
      const [shared] = componentNames(field).flatMap((name) => components[name]?.description ?? [])
      if (field.description === undefined && shared !== undefined) field.description = shared
      describe(field)
    }
    for (const part of nestedSchemas(schema)) describe(part)
  }
  for (const schema of Object.values(components)) describe(schema)
}

/** Minimum length of an operation's description: shorter ones add nothing to the summary. */
const minOperationCharacters = 40

/**
 * Returns one sentence, with operation and field, for each operation, parameter and field of a body or response without
 * a description.
 */
export const missingDescriptions = ({ paths, components }: Document): string[] => {
  const seen = new Set<string>()

  const missingIn = (schema: JsonSchema, operation: string, at: string): string[] => {
    const fields = Object.entries((schema.properties ?? {}) as Components)
    const missing = fields
      .filter(([, { description }]) => !description)
      .map(([name]) => `${operation}: the field "${name}" of ${at} has no description.`)
    const inner = [...nestedSchemas(schema), ...fields.map(([, field]) => field)]
    const unseen = componentNames(schema).filter((name) => !seen.has(name))
    for (const name of unseen) seen.add(name)
    return [
      ...missing,
      ...inner.flatMap((part) => missingIn(part, operation, at)),
      ...unseen.flatMap((name) => missingIn(components.schemas[name] ?? {}, operation, name)),
    ]
  }

  const findMissing = (operation: string, { description, parameters = [], ...rest }: Described): string[] => [
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
      findMissing(`${method.toUpperCase()} ${path}`, operation),
    ),
  )
}
