import project from '../../package.json' with { type: 'json' }
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import type { LoadedEndpoint as Endpoint } from '../generation/endpoints.ts'
import { describeDeprecation } from './deprecation.ts'
import { describeReferences } from './schema/descriptions.ts'
import { errorSection, buildErrorTable } from './error-table.ts'
import { addExamples } from './operation-examples.ts'
import { notModified, operationObject } from './operation.ts'
import { sharedResponses } from './problem-responses.ts'
import { nameSchemas, type OperationSchemas } from './schema/named-schemas.ts'
import { guide, headers, requestHeaders, responseNames, tags } from './parts.ts'
import { shareResponses, type InlineResponse } from './repeated-responses.ts'
import { schemaBook, type JsonSchema } from './schema/schema.ts'
import { describeIds, describeSuccesses, type DescribedParameter } from './successes.ts'

const byRoute = (a: Endpoint, b: Endpoint) => {
  const [one, other] = [a, b].map(({ spec }) => `${fullPath(spec)} ${spec.method}`) as [string, string]
  return one < other ? -1 : 1
}

const Problem = {
  type: 'object',
  description: 'An error of a request.',
  required: ['detail'],
  properties: {
    detail: {
      type: 'string',
      maxLength: 10_000,
      description: 'One sentence that says what is wrong.',
      examples: ['"name" must not be empty.'],
    },
  },
}

const info = (errorTable: Parameters<typeof errorSection>[0]) => ({
  title: 'Enterprise platform API',
  version: project.version,
  description: `${guide}\n\n${errorSection(errorTable)}`,
  contact: { name: project.author },
  license: { name: project.license },
})

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `access_token` of POST /api/v1/auth/login, or for a program a token of POST /api/v1/auth/tokens, which ' +
      'is limited by its scopes: `x-effect` of an operation states the required one.',
  },
}

type Operation = Endpoint & { operation: ReturnType<typeof operationObject> }

/** Returns the document that follows from the specs alone: without names for schemas, and without examples. */
const plainDocument = (operations: Operation[], schemas: Record<string, JsonSchema>) => {
  const used = new Set(operations.map(({ area }) => area))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { spec, operation } of operations)
    (paths[fullPath(spec)] ??= {})[spec.method.toLowerCase()] = operation
  const errorTable = buildErrorTable(operations.map(({ spec }) => spec))
  return {
    openapi: '3.1.0',
    info: info(errorTable),
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).flatMap(([area, tag]) => (used.has(area) ? [tag] : [])),
    paths,
    components: {
      securitySchemes,
      schemas: { Problem: Problem as JsonSchema, ...schemas } as Record<string, JsonSchema>,
      responses: { [responseNames[304] as string]: notModified, ...sharedResponses() },
      parameters: requestHeaders,
      headers,
    },
    'x-error-codes': errorTable,
  }
}

/**
 * Returns the OpenAPI 3.1 document of all endpoints except those at the root of the host: pages for people and this
 * document are not operations for clients.
 */
export const openApiDocument = (endpoints: Endpoint[]) => {
  const book = schemaBook()
  const operations = endpoints
    .filter(({ spec }) => !spec.atRoot)
    .sort(byRoute)
    .map((endpoint) => ({ ...endpoint, operation: operationObject(endpoint, book) }))
  const document = book.resolved(plainDocument(operations, book.components()))
  const described = operations.map(({ name, area, spec }) => {
    const operation = document.paths[fullPath(spec)]?.[spec.method.toLowerCase()]
    return { name, area, spec, operation } as OperationSchemas & Operation
  })
  nameSchemas(described, document.components.schemas)
  describeReferences(document.components.schemas)
  document.components.schemas = sortByName(document.components.schemas)
  for (const { spec, operation } of described) {
    describeSuccesses(spec, operation)
    if (spec.deprecated) describeDeprecation(operation, spec.deprecated)
    describeIds(fullPath(spec), (operation.parameters ?? []) as DescribedParameter[], spec.entity)
    addExamples(spec, operation, document.components.schemas)
  }
  shareResponses(
    described.map(({ operation }) => operation as { responses: Record<string, InlineResponse> }),
    document.components.responses,
  )
  return document
}

const sortByName = <T>(byName: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(byName).sort(([a], [b]) => (a < b ? -1 : 1)))
