import { responseNames } from './parts.ts'

/** Number of operations with the same response from which on it is a component. */
const minUses = 3

export interface InlineResponse {
  $ref?: string
  headers?: { 'X-Error-Code'?: { schema?: { enum?: string[] } } }
  content?: Record<string, { schema?: { $ref?: string } }>
}

interface Operation {
  responses: Record<string, InlineResponse>
}

/** Returns the error codes of a response, joined; the name of its status and its schema for all others. */
const responseName = (status: string, { headers, content }: InlineResponse): string => {
  const codes = headers?.['X-Error-Code']?.schema?.enum
  if (codes) return codes.join('-')
  const schemas = Object.values(content ?? {}).flatMap(({ schema }) => schema?.$ref?.split('/').at(-1) ?? [])
  return [responseNames[status] ?? status, ...schemas].join('.')
}

/** Turns each response that several operations have into a component, named by its error codes. */
export const shareResponses = (operations: Operation[], components: Record<string, InlineResponse>): void => {
  const inline = operations
    .flatMap(({ responses }) =>
      Object.entries(responses).map(([status, response]) => ({ responses, status, response })),
    )
    .filter(({ response }) => response.$ref === undefined)
  for (const uses of Map.groupBy(inline, ({ response }) => JSON.stringify(response)).values()) {
    const [first] = uses
    if (!first || uses.length < minUses) continue
    const name = responseName(first.status, first.response)
    // the same codes may have several descriptions or media types
    let key = name
    for (let n = 2; key in components; n += 1) key = `${name}.${n}`
    components[key] = first.response
    for (const { responses, status } of uses) responses[status] = { $ref: `#/components/responses/${key}` }
  }
}
