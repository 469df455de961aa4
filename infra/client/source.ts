import { readFileSync } from 'node:fs'
import { formBody } from '../../src/platform/http/request/form-body.ts'
import {
  commentOf,
  declarationOf,
  fieldSource,
  indented,
  nameIn,
  typeSource,
  type Schema,
} from './schema-types.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema?: Schema }>

interface Operation {
  summary?: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

/** The parts of an OpenAPI document from which a client is generated. */
export interface ApiDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const prefix = '/api/v1'

const parametersAt = ({ parameters = [] }: Operation, place: string) =>
  parameters.filter((one): one is Parameter => 'in' in one && one.in === place)

const inputType = (parameters: Parameter[]) => {
  const fields = parameters.map(({ name, required, description, schema }) =>
    fieldSource(name, { ...schema, ...(description && { description }) }, required === true),
  )
  return `{\n  ${fields.map(indented).join('\n  ')}\n}`
}

const typeOfContent = (content: Content = {}) => {
  const [type, { schema = {} } = {}] = Object.entries(content)[0] ?? []
  if (type === formBody.mediaType) return 'URLSearchParams'
  return type === undefined ? 'undefined' : typeSource(schema)
}

/** Returns the content of a success response; prefers a response with a body. */
const successOf = ({ responses }: Operation): Content | undefined => {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return successes.map(([, { content }]) => content).find(Boolean)
}

const listItemType = (content: Content | undefined, { components }: ApiDocument) => {
  const { $ref = '' } = content?.['application/json']?.schema ?? {}
  const { items, next_cursor } = components.schemas[nameIn($ref)]?.properties ?? {}
  return next_cursor && items?.items && typeSource(items.items)
}

const operationSource = (operation: Operation, document: ApiDocument) => {
  const [params, query] = [parametersAt(operation, 'path'), parametersAt(operation, 'query')]
  const success = successOf(operation)
  const item = listItemType(success, document)
  const events = success?.['text/event-stream']?.schema
  const fields = [
    params.length > 0 && `params: ${inputType(params)}`,
    query.length > 0 && `query${query.some(({ required }) => required) ? '' : '?'}: ${inputType(query)}`,
    operation.requestBody &&
      `body${operation.requestBody.required === false ? '?' : ''}: ${typeOfContent(operation.requestBody.content)}`,
    `response: ${typeOfContent(success)}`,
    item && `item: ${item}`,
    events && `event: ${typeSource(events)}`,
  ].filter((field) => typeof field === 'string')
  return `{\n  ${fields.map(indented).join('\n  ')}\n}`
}

const operationsOf = (document: ApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path.replace(prefix, '')}`
      return `${commentOf(operation.summary)}'${name}': ${operationSource(operation, document)}`
    }),
  )

/** Files of the client's runtime, in the order of the generated file; internal ones are not exported from it. */
const runtimeFiles = [
  { file: 'api-error', isPublic: true },
  { file: 'request', isPublic: false },
  { file: 'response', isPublic: false },
  { file: 'event-stream', isPublic: false },
  { file: 'client', isPublic: true },
]

const runtime = () =>
  runtimeFiles.map(({ file, isPublic }) => {
    const text = readFileSync(new URL(`./runtime/${file}.ts`, import.meta.url), 'utf8')
    const body = text.replaceAll(/^import [^']*'[^']*'\n+/gm, '')
    return isPublic ? body : body.replaceAll(/^export (?=const|async)/gm, '')
  })

/** Returns a TypeScript file without imports: the types of a document, and a client for them. */
export const clientSource = (document: ApiDocument): string => {
  const { title, version } = document.info
  const schemas = Object.entries(document.components.schemas)
  return [
    `// ${title} ${version}, written by \`npm run client\`.\n`,
    ...schemas.map(([name, schema]) => declarationOf(name, schema)),
    `/** Every operation by its method and path below \`${prefix}\`. */`,
    `export interface Operations {\n  ${operationsOf(document).map(indented).join('\n  ')}\n}\n`,
    ...runtime(),
  ].join('\n')
}
