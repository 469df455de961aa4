import type { Components } from './components.ts'
import { namesIn, partsOf, type Content, type Document } from './descriptions.ts'
import type { JsonSchema } from './schema.ts'

type Answer = { content?: Content }

/** The arrays of answers without `maxItems`, one sentence each that names operation and field. */
export const missingBounds = ({ paths, components }: Document): string[] => {
  const seen = new Set<string>()

  const missingIn = (schema: JsonSchema, operation: string, at: string): string[] => {
    const isUnbounded = [schema.type].flat().includes('array') && schema.maxItems === undefined
    const unseen = namesIn(schema).filter((name) => !seen.has(name))
    for (const name of unseen) seen.add(name)
    const { additionalProperties: others } = schema
    const parts = [...partsOf(schema), ...(typeof others === 'object' ? [others as JsonSchema] : [])]
    return [
      ...(isUnbounded ? [`${operation}: the array ${at} has no "maxItems".`] : []),
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
          Object.values(content).flatMap(({ schema }) =>
            missingIn(schema, `${method.toUpperCase()} ${path}`, 'answer'),
          ),
        ),
    ),
  )
}
