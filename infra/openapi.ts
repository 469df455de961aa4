import { writeFileSync } from 'node:fs'
import { assetVersions } from '../src/docs/asset.ts'
import type { ProblemStatus } from '../src/platform/runtime/problem.ts'
import { routeOf, type Spec } from '../src/platform/http/spec.ts'
import { loadEndpoints } from './endpoints.ts'
import { exampleOf } from './openapi/example.ts'
import { assistantFunctions, handlersOf } from './openapi/functions.ts'
import { notModified, operationOf, problemResponse, sharedProblems } from './openapi/operation.ts'
import { loadResourceFiles, resourcesOf, resourceTypesOf } from './openapi/resources.ts'
import { guide, headers, requestHeaders, responseNames, tags } from './openapi/parts.ts'
import { schemaBook, type JsonSchema } from './openapi/schema.ts'

type Endpoint = Awaited<ReturnType<typeof loadEndpoints>>[number]

const byRoute = (a: Endpoint, b: Endpoint) => {
  const [one, other] = [a, b].map(({ spec }) => `${routeOf(spec)} ${spec.method}`) as [string, string]
  return one < other ? -1 : 1
}

const Problem = {
  type: 'object',
  description: 'Why a request was refused.',
  required: ['detail'],
  properties: {
    detail: {
      type: 'string',
      description: 'One sentence that names what is wrong.',
      examples: ['"name" must not be empty.'],
    },
  },
}

const responses = () => {
  const shared = Object.entries(sharedProblems).map(
    ([status, text]) => [status, problemResponse(Number(status) as ProblemStatus, text, true)] as const,
  )
  return Object.fromEntries(
    [['304', notModified] as const, ...shared].map(([status, response]) => [responseNames[status], response]),
  )
}

/**
 * The OpenAPI 3.1 document of all endpoints. What lies at the root of the host is left out: the pages for people and
 * this document itself are not operations that a client would call.
 */
export const openApiDocument = (endpoints: Endpoint[]) => {
  const book = schemaBook()
  const operations = endpoints
    .filter(({ spec }) => !spec.atRoot)
    .sort(byRoute)
    .map((endpoint) => ({ ...endpoint, operation: operationOf(endpoint, book) }))
  const used = new Set(operations.map(({ area }) => area))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { spec, operation } of operations)
    (paths[routeOf(spec)] ??= {})[spec.method.toLowerCase()] = operation

  const schemas: Record<string, JsonSchema> = { Problem: Problem as JsonSchema, ...book.components() }
  const document = book.resolved({
    openapi: '3.1.0',
    info: { title: 'Enterprise platform API', version: '1.0.0', description: guide },
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).flatMap(([area, tag]) => (used.has(area) ? [tag] : [])),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `access_token` of POST /api/v1/auth/login.',
        },
      },
      schemas,
      responses: responses(),
      parameters: requestHeaders,
      headers,
    },
  })
  addExamples(document)
  return document
}

type Content = { 'application/json': { schema: JsonSchema; example?: unknown } }

const addExamples = (document: {
  paths: Record<string, object>
  components: { schemas: Record<string, JsonSchema> }
}) => {
  for (const item of Object.values(document.paths))
    for (const { requestBody } of Object.values(item) as { requestBody?: { content: Content } }[]) {
      const media = requestBody?.content['application/json']
      const example = media && valueOf(media.schema, document.components.schemas)
      if (example && Object.keys(example).length > 0) media.example = example
    }
}

const valueOf = (schema: JsonSchema, schemas: Record<string, JsonSchema>) =>
  exampleOf(schema.$ref ? (schemas[schema.$ref.split('/').at(-1) as string] ?? {}) : schema, schemas)

/** Which methods each path of the host has, as `Allow` lists them; what answers GET answers HEAD (infra/api.ts). */
export const routesOf = (endpoints: { spec: Spec }[]): Record<string, string> => {
  const routes: Record<string, string[]> = {}
  for (const { spec } of endpoints)
    (routes[routeOf(spec)] ??= []).push(...(spec.method === 'GET' ? ['GET', 'HEAD'] : [spec.method]))
  return Object.fromEntries(
    Object.entries(routes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, methods]) => [path, [...new Set(methods)].sort().join(', ')]),
  )
}

const json = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`

/** The generated files of src by their paths, as they must be. */
export const generatedFiles = async (): Promise<Record<string, string>> => {
  const endpoints = await loadEndpoints()
  const resources = await loadResourceFiles()
  return {
    'docs/openapi.json': json(openApiDocument(endpoints)),
    'docs/routes.json': json(routesOf(endpoints)),
    'docs/assets.json': json(assetVersions()),
    'functions/functions.json': json(assistantFunctions(endpoints)),
    'invocation/handlers.ts': handlersOf(endpoints),
    'resources.ts': resourcesOf(resources),
    'resource-types.ts': resourceTypesOf(resources),
  }
}

if (import.meta.main)
  for (const [path, content] of Object.entries(await generatedFiles()))
    writeFileSync(new URL(`../src/${path}`, import.meta.url), content)
