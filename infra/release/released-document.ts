export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: object
}

export interface Media {
  schema?: object
}

interface Response {
  $ref?: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  deprecated?: boolean
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
  'x-function'?: string
  'x-sunset'?: string
}

/** The parts of an OpenAPI document on which clients depend. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: object }
  'x-error-codes'?: Record<string, { statuses: number[] }>
}

/** Keywords with prose, on which clients do not depend. */
const proseKeys = new Set([
  'description',
  'summary',
  'example',
  'examples',
  'tags',
  'info',
  'servers',
  'title',
])

/** Removes the prose of a document before it is recorded. Names of fields stay, even if they equal such keywords. */
export const withoutProse = (document: unknown, isMap = false): unknown => {
  if (Array.isArray(document)) return document.map((part) => withoutProse(part))
  if (typeof document !== 'object' || document === null) return document
  const kept = Object.entries(document).filter(([key]) => isMap || !proseKeys.has(key))
  return Object.fromEntries(
    kept.map(([key, part]) => [
      key,
      ['enum', 'required', 'default', 'const'].includes(key) && !isMap
        ? (part as unknown)
        : withoutProse(part, !isMap && mapKeys.has(key)),
    ]),
  )
}

/** Keywords whose values are maps with free names. */
const mapKeys = new Set([
  'properties',
  'paths',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'x-error-codes',
])

/** Returns JSON with one line per path and component, so that a release changes few lines. */
export const formatDocument = (document: object, depth = 2): string => {
  const entries = Object.entries(document).map(([key, part]) => {
    const isDeep = depth > 0 && typeof part === 'object' && part !== null && !Array.isArray(part)
    return `${JSON.stringify(key)}: ${isDeep ? formatDocument(part as object, depth - 1) : JSON.stringify(part)}`
  })
  return `{\n${entries.join(',\n')}\n}`
}
