import { successStatuses } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'

const toPlural = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** Returns the singular of a segment such as `categories`. */
export const toSingular = (segment: string): string => segment.replace(/ies$/, 'y').replace(/s$/, '')

/** Returns the noun of an operation: `page` for `wiki_create_page`. */
const nounOfOperation = (operationId: string): string => toSingular(operationId.split('_').slice(2).join(' '))

/**
 * Returns the noun of a schema in words: `event feed` for `EventFeed`, and `page` for the `WikiPage` of
 * `wiki_create_page`.
 */
const nounIn = (schemaName: string, operationId: string): string => {
  const words = schemaName.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
  const noun = nounOfOperation(operationId)
  const isPart = noun !== '' && (words.startsWith(`${noun} `) || words.endsWith(` ${noun}`))
  return isPart ? noun : words
}

const responseShape = ({ response }: Spec): object =>
  (response as { shape?: object } | undefined)?.shape ?? {}

interface Answer {
  operationId: string
  status: number
  schemaName: string
}

/** Returns a text that follows from the operation and the name of its schema. */
const derivedText = (spec: Spec, { operationId, status, schemaName }: Answer): string => {
  const listed = /^(.+)List$/.exec(schemaName)?.[1]
  if (listed !== undefined && spec.method === 'GET' && 'next_cursor' in responseShape(spec))
    return `A page of ${toPlural(nounIn(listed, operationId))}, and the cursor of the next page.`
  const noun = nounIn(schemaName, operationId)
  if (status === 202) return `The ${noun}, which is generated in the background.`
  if (status === 201) return `The new ${noun}.`
  if (successStatuses(spec).includes(201)) return `The existing ${noun}.`
  return spec.method === 'GET' ? `The ${noun}.` : `The ${noun} after the request.`
}

/** Returns the spec's own text about a success. */
const successText = ({ success }: Spec, status: number): string | undefined =>
  typeof success === 'string' ? success : success?.[status]

interface Response {
  description: string
  content?: Record<string, { schema: { $ref?: string } }>
}

/** Describes each success of an operation, once its schemas have their names; throws if there is no text. */
export const describeSuccesses = (
  spec: Spec,
  operation: { operationId: string; responses: Record<string, unknown> },
): void => {
  const { operationId, responses } = operation
  for (const [key, response] of Object.entries(responses)) {
    const status = Number(key)
    if (status >= 400 || status === 304) continue
    const success = response as Response
    const schemaName = success.content?.['application/json']?.schema.$ref?.split('/').at(-1)
    const text =
      successText(spec, status) ??
      (schemaName && derivedText(spec, { operationId, status, schemaName })) ??
      (spec.method === 'DELETE' ? `The ${nounOfOperation(operationId)} is deleted.` : undefined)
    if (text === undefined) throw new Error(`The spec of ${operationId} has no "success" for ${status}.`)
    success.description = text
  }
}

export interface DescribedParameter {
  in?: string
  name?: string
  description?: string | undefined
}

/** Describes path parameters that are IDs by their resource: the file in `/files/{id}`, the lesson in `{lesson_id}`. */
export const describeIds = (path: string, parameters: DescribedParameter[], entity?: string): void => {
  for (const parameter of parameters) {
    if (parameter.in !== 'path' || parameter.description !== 'A UUID.') continue
    const before = path.split('/').at(path.split('/').indexOf(`{${parameter.name}}`) - 1) as string
    const singular = toSingular(before)
    // a segment without a plural, such as the trash, does not contain resources of its name
    const own = singular === before ? (entity?.split('.')[1] ?? before) : singular
    const noun = parameter.name === 'id' ? own : (parameter.name as string).replace(/_id$/, '')
    parameter.description = `ID of the ${noun}.`
  }
}
