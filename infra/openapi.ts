import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import project from '../package.json' with { type: 'json' }
import { assetVersions } from '../src/docs/asset.ts'
import { routeOf, type Spec } from '../src/platform/http/spec.ts'
import { runCommand } from './command.ts'
import { loadEndpoints } from './endpoints.ts'
import { describeDeprecation } from './openapi/deprecation.ts'
import { errorSection, errorTableOf } from './openapi/error-table.ts'
import { exampleOf, placeholdersOf } from './openapi/example.ts'
import { readmeExamples } from './openapi/examples.ts'
import { assistantFunctions, handlersOf, undoHandlersOf } from './openapi/functions.ts'
import { notModified, operationObject } from './openapi/operation.ts'
import { sharedResponses } from './openapi/problem-responses.ts'
import {
  historyDefinitionsOf,
  loadResourceFiles,
  resourcesOf,
  resourceTypesOf,
  trashDefinitionsOf,
} from './openapi/resources.ts'
import { nameSchemas, type OperationSchemas } from './openapi/named-schemas.ts'
import { guide, headers, requestHeaders, responseNames, tags } from './openapi/parts.ts'
import { schemaBook, type JsonSchema } from './openapi/schema.ts'
import { describeIds, describeSuccesses, type DescribedParameter } from './openapi/successes.ts'

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

/**
 * The OpenAPI 3.1 document of all endpoints. What lies at the root of the host is left out: the pages for people and
 * this document itself are not operations that a client would call.
 */
export const openApiDocument = (endpoints: Endpoint[]) => {
  const book = schemaBook()
  const operations = endpoints
    .filter(({ spec }) => !spec.atRoot)
    .sort(byRoute)
    .map((endpoint) => ({ ...endpoint, operation: operationObject(endpoint, book) }))
  const used = new Set(operations.map(({ area }) => area))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { spec, operation } of operations)
    (paths[routeOf(spec)] ??= {})[spec.method.toLowerCase()] = operation

  const errorTable = errorTableOf(operations.map(({ spec }) => spec))
  const schemas: Record<string, JsonSchema> = { Problem: Problem as JsonSchema, ...book.components() }
  const document = book.resolved({
    openapi: '3.1.0',
    info: {
      title: 'Enterprise platform API',
      version: project.version,
      description: `${guide}\n\n${errorSection(errorTable)}`,
      contact: { name: project.author },
      license: { name: project.license },
    },
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
      responses: { [responseNames[304] as string]: notModified, ...sharedResponses() },
      parameters: requestHeaders,
      headers,
    },
    'x-error-codes': errorTable,
  })
  const named = operations.map(({ name, area, spec }) => {
    const operation = document.paths[routeOf(spec)]?.[spec.method.toLowerCase()]
    return { name, area, operation } as OperationSchemas
  })
  nameSchemas(named, document.components.schemas)
  document.components.schemas = sorted(document.components.schemas)
  for (const { spec, operation: made } of operations) {
    const operation = document.paths[routeOf(spec)]?.[spec.method.toLowerCase()] as typeof made
    describeSuccesses(spec, operation)
    if (spec.deprecated) describeDeprecation(operation, spec.deprecated)
    describeIds(routeOf(spec), (operation.parameters ?? []) as DescribedParameter[])
  }
  addExamples(document)
  return document
}

const sorted = <T>(byName: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(byName).sort(([a], [b]) => (a < b ? -1 : 1)))

interface RequestBody {
  description: string
  content: { 'application/json': { schema: JsonSchema; example?: unknown } }
}

const placeholderSentence = (fields: string[]) => {
  const names = fields.map((name) => `\`${name}\``).join(' and ')
  return names && ` In the example, ${names} stands for the id of a resource that exists.`
}

const addExamples = (document: {
  paths: Record<string, object>
  components: { schemas: Record<string, JsonSchema> }
}) => {
  for (const item of Object.values(document.paths))
    for (const { requestBody } of Object.values(item) as { requestBody?: RequestBody }[]) {
      const media = requestBody?.content['application/json']
      if (!media) continue
      const example = valueOf(media.schema, document.components.schemas)
      if (Object.keys(example).length > 0) media.example = example
      requestBody.description += placeholderSentence(placeholdersOf(example))
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

/** Without `servers`: the service adds its own address when it answers. No line is folded, so that diffs are short. */
const yaml = (document: object) =>
  stringify({ ...document, servers: undefined }, { lineWidth: 0, aliasDuplicateObjects: false })

/** The generated files of src by their paths, as they must be. */
export const generatedFiles = async (): Promise<Record<string, string>> => {
  const endpoints = await loadEndpoints()
  const resources = await loadResourceFiles()
  const document = openApiDocument(endpoints)
  return {
    'docs/openapi.json': json(document),
    'docs/openapi.yaml': yaml(document),
    'docs/service.json': json({ version: project.version }),
    'docs/examples.json': json(readmeExamples()),
    'docs/routes.json': json(routesOf(endpoints)),
    'docs/assets.json': json(assetVersions()),
    'functions/functions.json': json(assistantFunctions(endpoints)),
    'invocation/handlers.ts': handlersOf(endpoints),
    'invocation/undo-handlers.ts': undoHandlersOf(
      endpoints,
      resources.flatMap(({ history }) => history?.undo ?? []),
    ),
    'resources.ts': resourcesOf(resources),
    'trash-definitions.ts': trashDefinitionsOf(resources),
    'history-definitions.ts': historyDefinitionsOf(resources),
    'resource-types.ts': resourceTypesOf(resources),
  }
}

const usage = `npm run openapi
Writes what follows from the endpoints into src: the OpenAPI document, and tables of routes, functions and resources.`

if (import.meta.main)
  await runCommand({ usage, options: {} }, async (_, __, progress) => {
    progress.show('describing the endpoints')
    const files = Object.entries(await generatedFiles())
    for (const [path, content] of files) writeFileSync(new URL(`../src/${path}`, import.meta.url), content)
    return `${files.length} files of src are as the endpoints say.`
  })
