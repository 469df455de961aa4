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

/** As much of an OpenAPI document as clients depend on. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: object }
  'x-error-codes'?: Record<string, { statuses: number[] }>
}

/** Words that clients do not depend on. */
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

/** `document` without its prose: what is kept of a release. Fields may be called as keywords are, so those stay. */
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

/** What these hold has names of its own. */
const mapKeys = new Set([
  'properties',
  'paths',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'x-error-codes',
])

/** JSON with a line for each path and each component, so that a release changes few of them. */
export const linesOf = (document: object, depth = 2): string => {
  const entries = Object.entries(document).map(([key, part]) => {
    const isDeep = depth > 0 && typeof part === 'object' && part !== null && !Array.isArray(part)
    return `${JSON.stringify(key)}: ${isDeep ? linesOf(part as object, depth - 1) : JSON.stringify(part)}`
  })
  return `{\n${entries.join(',\n')}\n}`
}
