import type { Components } from './components.ts'
import { componentNames, nestedSchemas, type Content, type Document } from './descriptions.ts'
import { eventStream } from './media-types.ts'
import type { JsonSchema } from './schema.ts'

type Answer = { content?: Content }

/**
 * Keywords that bound the values of a type; any of them suffices, and the sentence about a missing bound names the
 * first.
 */
const boundsOf: Record<string, [string, ...string[]]> = {
  array: ['maxItems'],
  string: ['maxLength', 'format', 'pattern', 'enum', 'const'],
  number: ['minimum', 'enum', 'const'],
  integer: ['minimum', 'enum', 'const'],
}

/**
 * Returns true for media types whose schemas are checked: text and bytes other than JSON are bounded by the response.
 */
const isCheckedType = (type: string) => /[/+]json$/.test(type) || type === eventStream

/**
 * Returns one sentence, with operation and field, for each response array without `maxItems`, string without
 * `maxLength` and number without `minimum`.
 */
export const missingBounds = ({ paths, components }: Document): string[] => {
  const seen = new Set<string>()

  const missingIn = (schema: JsonSchema, operation: string, at: string): string[] => {
    const missing = [schema.type ?? []].flat().flatMap((type) => {
      const bounds = boundsOf[type]
      return bounds && !bounds.some((name) => name in schema) ? [[type, bounds[0]]] : []
    })
    const unseen = componentNames(schema).filter((name) => !seen.has(name))
    for (const name of unseen) seen.add(name)
    const { additionalProperties: others } = schema
    const parts = [...nestedSchemas(schema), ...(typeof others === 'object' ? [others as JsonSchema] : [])]
    return [
      ...missing.map(([type, bound]) => `${operation}: the ${type} ${at} has no "${bound}".`),
      ...parts.flatMap((part) => missingIn(part, operation, `${at}[]`)),
      ...Object.entries((schema.properties ?? {}) as Components).flatMap(([name, field]) =>
        missingIn(field, operation, `${at}.${name}`),
      ),
      ...unseen.flatMap((name) => missingIn(components.schemas[name] ?? {}, operation, name)),
    ]
  }

  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { responses: Record<string, Answer> }>).flatMap(
      ([method, { responses }]) =>
        Object.values(responses).flatMap(({ content = {} }) =>
          Object.entries(content).flatMap(([type, { schema }]) =>
            isCheckedType(type) ? missingIn(schema, `${method.toUpperCase()} ${path}`, 'answer') : [],
          ),
        ),
    ),
  )
}
