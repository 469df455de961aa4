import type { Schema } from '../support/json-schema.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

type Content = Record<string, { schema?: Schema }>

export interface Operation {
  id: string
  method: string
  /** Path with parameters in braces. */
  path: string
  /** True if the operation needs no access token. */
  isOpen: boolean
  /** Maximum effect of the operation: its `x-effect`. */
  effect: string
  parameters: Parameter[]
  body: Schema | undefined
  /** Response media types with their schemas, by status. */
  responses: Record<string, { content?: Content }>
}

export interface Contract {
  operations: Operation[]
  /** Resolves `$ref` of a schema; returns the schema itself if it has none. */
  resolved: (schema: Schema) => Schema
  /** Returns the most literal path pattern that matches a path. */
  patternOf: (path: string) => string | undefined
}

interface Document {
  paths: Record<string, Record<string, RawOperation>>
}

interface RawOperation {
  operationId: string
  security?: unknown[]
  'x-effect': string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content } | { $ref: string }>
}

/** Returns the JSON schema of a body, in any protocol. */
export const jsonIn = (content: Content = {}): Schema | undefined =>
  Object.entries(content).find(([type]) => /[/+]json$/.test(type))?.[1].schema

export const isParameter = (segment: string): boolean => segment.startsWith('{')

const follows = (pattern: string, path: string) => {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, i) => isParameter(part) || part === given[i])
}

/** Loads the OpenAPI document that the service publishes. */
export const loadContract = async (url: string): Promise<Contract> => {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document
  const at = <T>(value: T | { $ref: string }): T => {
    const ref = (value as { $ref?: string }).$ref
    if (ref === undefined) return value as T
    const found = ref
      .split('/')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document)
    return found as T
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const responses = Object.entries(raw.responses).map(([status, response]) => [status, at(response)])
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        isOpen: raw.security?.length === 0,
        effect: raw['x-effect'],
        parameters: (raw.parameters ?? []).map((parameter) => at(parameter)),
        body: jsonIn(raw.requestBody?.content),
        responses: Object.fromEntries(responses) as Operation['responses'],
      }
    }),
  )
  const patterns = [...new Set(operations.map(({ path }) => path))].sort(
    (a, b) => a.split('{').length - b.split('{').length,
  )
  return {
    operations,
    resolved: (schema) => at<Schema>(schema as Schema | { $ref: string }),
    patternOf: (path) => patterns.find((pattern) => follows(pattern, path)),
  }
}

/** Returns the fields of an object schema. */
export const fieldsOf = ({ resolved }: Contract, schema: Schema | undefined): Record<string, Schema> =>
  (schema && resolved(schema).properties) ?? {}

/** Returns the schema of a successful response. */
export const answerOf = ({ responses }: Operation): Schema | undefined =>
  jsonIn(Object.entries(responses).find(([status]) => status < '300')?.[1].content)

/** Returns an operation by its ID; throws if the document does not have it. */
export const operationOf = ({ operations }: Contract, id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`There is no operation ${id}.`)
  return found
}

export const isCreation = ({ method, responses }: Operation): boolean =>
  method === 'POST' && ('201' in responses || '202' in responses)
