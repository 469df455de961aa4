import type { ApiDocument, Media, Operation, Parameter } from './released-document.ts'
import { breaksOfSchema, resolveReference, type Documents } from './schema-breaks.ts'

/** The fields of a schema that say if it is a list. */
interface Listed {
  $ref?: string
  type?: string
  items?: object
}

const removedFrom = (before: object = {}, after: object = {}): string[] =>
  Object.keys(before).filter((name) => !(name in after))

const labeledParameters = ({ parameters = [] }: Operation, document: ApiDocument) =>
  new Map(
    parameters
      .map((one) => resolveReference(one, document))
      .map((one) => [`the ${one.in} parameter ${one.name}`, one] as const),
  )

/** Returns the next schema for one value of a parameter: in a query, one value equals a list of one item. */
const valueSchema = (before: Parameter, after: Parameter, documents: Documents): object | undefined => {
  const [known, next] = [
    resolveReference<Listed>(before.schema ?? {}, documents.before),
    resolveReference<Listed>(after.schema ?? {}, documents.after),
  ]
  return after.in === 'query' && next.type === 'array' && known.type !== 'array' ? next.items : after.schema
}

const parameterBreaks = (before: Operation, after: Operation, documents: Documents): string[] => {
  const [known, present] = [
    labeledParameters(before, documents.before),
    labeledParameters(after, documents.after),
  ]
  const kept = [...known].flatMap(([name, parameter]) => {
    const next = present.get(name)
    if (!next) return [`${name} is gone`]
    const required = next.required && !parameter.required ? [`${name} is required now`] : []
    const single = valueSchema(parameter, next, documents)
    return [
      ...required,
      ...breaksOfSchema(parameter.schema, single, { at: name, direction: 'request', documents }),
    ]
  })
  const added = [...present].filter(([name, { required }]) => required && !known.has(name))
  return [...kept, ...added.map(([name]) => `${name} is new and required`)]
}

const bodyBreaks = (before: Operation, after: Operation, documents: Documents): string[] => {
  const [known, next] = [before.requestBody, after.requestBody]
  if (!known) return next?.required ? ['the body is new and required'] : []
  if (!next) return ['the body is gone']
  const required = next.required && !known.required ? ['the body is required now'] : []
  return [...required, ...contentBreaks(known.content, next.content, 'the body', 'request', documents)]
}

const contentBreaks = (
  before: Record<string, Media> = {},
  after: Record<string, Media> = {},
  at: string,
  direction: 'request' | 'response',
  documents: Documents,
): string[] => {
  const [known, next] = [byType(before), byType(after)]
  return [
    ...removedFrom(known, next).map((type) => `${at} has no ${type} any more`),
    ...Object.entries(known).flatMap(([type, { schema }]) =>
      type in next ? breaksOfSchema(schema, next[type]?.schema, { at, direction, documents }) : [],
    ),
  ]
}

/** Keys media types without parameters such as `charset`. */
const byType = (content: Record<string, Media>) =>
  Object.fromEntries(Object.entries(content).map(([type, media]) => [String(type.split(';')[0]), media]))

const responseBreaks = (before: Operation, after: Operation, documents: Documents): string[] => [
  ...removedFrom(before.responses, after.responses).map((status) => `the status ${status} is gone`),
  ...Object.entries(before.responses).flatMap(([status, response]) => {
    const next = after.responses[status]
    if (!next) return []
    const [known, present] = [
      resolveReference(response, documents.before),
      resolveReference(next, documents.after),
    ]
    return [
      ...removedFrom(known.headers, present.headers).map(
        (name) => `${status} has no header ${name} any more`,
      ),
      ...contentBreaks(known.content, present.content, status, 'response', documents),
    ]
  }),
]

const operationNameBreaks = (before: Operation, after: Operation): string[] => [
  ...(before.operationId === after.operationId ? [] : [`its operationId is ${after.operationId} now`]),
  ...(before['x-function'] === after['x-function'] ? [] : ['its x-function is another']),
  ...(before.security?.length === 0 && after.security?.length !== 0 ? ['it takes a token now'] : []),
]

/** Returns true if the sunset of a deprecated operation has passed. */
const isPastSunset = ({ deprecated, 'x-sunset': sunset }: Operation, today: string): boolean =>
  deprecated === true && sunset !== undefined && sunset <= today

const operationBreaks = (before: Operation, after: Operation | undefined, documents: Documents): string[] =>
  after
    ? [
        ...operationNameBreaks(before, after),
        ...parameterBreaks(before, after, documents),
        ...bodyBreaks(before, after, documents),
        ...responseBreaks(before, after, documents),
      ]
    : ['it is gone']

const codeBreaks = ({ before, after }: Documents): string[] =>
  Object.entries(before['x-error-codes'] ?? {}).flatMap(([code, { statuses }]) => {
    const next = after['x-error-codes']?.[code]
    if (!next) return [`The error code ${code} is gone.`]
    const gone = statuses.filter((status) => !next.statuses.includes(status))
    return gone.map((status) => `The error code ${code} has another status than ${status}.`)
  })

/**
 * Returns one sentence for each change of a released document that breaks clients, by the rules of
 * .github/VERSIONING.md. `today` is a date; an operation may be missing once its announced sunset has passed
 * (decision 0006).
 */
export const breakingChanges = (before: ApiDocument, after: ApiDocument, today: string): string[] => {
  const documents = { before, after }
  const operations = Object.entries(before.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const next = after.paths[path]?.[method]
      if (!next && isPastSunset(operation, today)) return []
      const breaks = [...new Set(operationBreaks(operation, next, documents))]
      return breaks.map((sentence) => `${method.toUpperCase()} ${path}: ${sentence}.`)
    }),
  )
  return [...operations, ...codeBreaks(documents)]
}
