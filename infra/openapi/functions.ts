import { exportOf } from '../endpoints.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { isRead, paramsSchema, rolesOf, routeOf, type Spec } from '../../src/platform/http/spec.ts'
import type { UndoDefinition } from '../../src/platform/history/undo-definition.ts'
import { ownOperations } from '../../src/undo/own-operations.ts'
import type { Role } from '../../src/platform/identity/actor.ts'
import type { JsonSchema } from './schema.ts'

interface Endpoint {
  name: string
  area: string
  file: string
  spec: Spec
}

/**
 * Areas whose operations assistants cannot call: they are about the caller, or about calling itself.
 */
const excluded = ['auth', 'users', 'chats', 'files', 'wopi', 'functions', 'jobs', 'undo']

/** What of those areas they can call all the same. */
const included = ['files-read-text']

/** What they cannot call of the other areas. */
const excludedNames = ['history-list-audit']

/** An endpoint that can be called by name: for people who are signed in, with an answer in JSON. */
const isFunction = ({ name, area, spec }: Endpoint): boolean =>
  (!excluded.includes(area) || included.includes(name)) &&
  !excludedNames.includes(name) &&
  !spec.atRoot &&
  !spec.rawProtocol &&
  !spec.produces &&
  !spec.requiresSession &&
  spec.access !== 'public'

const effectOf = (spec: Spec) => {
  if (spec.method === 'DELETE' || spec.isDestructive) return 'destructive'
  if (isRead(spec)) return 'read'
  return spec.sharing ? 'sharing' : 'write'
}

const toJson = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })

/** What a call may give for a field of the query: numbers, booleans and lists are made the texts of an address. */
const queryFields = (query: z.ZodObject): Record<string, JsonSchema> => {
  const { properties: asked = {} } = toJson(query, 'input')
  const { properties: read = {} } = toJson(query, 'output')
  const isOtherwise = ({ type }: JsonSchema) =>
    ['integer', 'number', 'boolean', 'array'].includes(String(type))
  return Object.fromEntries(
    Object.entries(asked as Record<string, JsonSchema>).map(([name, schema]) => {
      const told = (read as Record<string, JsonSchema>)[name]
      return [name, told && isOtherwise(told) ? told : schema]
    }),
  )
}

/** The fields of path, query and body in one object; what is only taken back from a GET is left out. */
const parametersOf = (spec: Spec): JsonSchema => {
  const taken = Object.entries((spec.body?.shape ?? {}) as z.ZodRawShape).filter(
    ([, field]) => (field as z.ZodType).meta()?.['readOnly'] !== true,
  )
  const shape = { ...paramsSchema(spec).shape, ...spec.query?.shape, ...Object.fromEntries(taken) }
  const { $schema: _, properties, ...schema } = toJson(z.strictObject(shape), 'input')
  const ofQuery = spec.query ? queryFields(spec.query) : {}
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, ofQuery[name] ?? field])
  return { type: schema.type, properties: Object.fromEntries(fields), ...schema } as JsonSchema
}

const functionOf = ({ name, spec }: Endpoint) => ({
  name: name.replaceAll('-', '_'),
  title: spec.summary,
  description: spec.description ?? null,
  parameters: parametersOf(spec),
  effect: effectOf(spec),
  operation: { method: spec.method, path: routeOf(spec) },
  sharing: spec.sharing ?? [],
  isPersonal: spec.isPersonal ?? false,
  roles: rolesOf[(spec.access ?? 'user') as keyof typeof rolesOf] as readonly Role[],
})

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** What src/functions/functions.json holds: every function with the roles that may call it. */
export const assistantFunctions = (endpoints: Endpoint[]) =>
  endpoints.filter(isFunction).map(functionOf).sort(byName)

const handlersText = (comment: string, endpoints: Endpoint[]): string => {
  const lines = endpoints
    .sort(byName)
    .map(
      ({ name, file }) =>
        `  ${name.replaceAll('-', '_')}: async () =>\n    (await ` +
        `import('${file.replace(/^src\//, '../')}')).${exportOf(file)},`,
    )
  return [
    `/** ${comment} Written by \`npm run openapi\`; each is loaded when it is called. */`,
    'export const handlers = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}

/** What src/invocation/handlers.ts holds: where the endpoint of each function is, loaded when it is called. */
export const handlersOf = (endpoints: Endpoint[]): string =>
  handlersText('The endpoints that can be called by name.', endpoints.filter(isFunction))

const operationsOf = ({ fields = {}, read, update, remove, restore, putBack }: UndoDefinition) => [
  read,
  update,
  remove,
  restore,
  putBack,
  ...Object.values(fields).flatMap(({ operation, isPresent }) => [operation, isPresent]),
]

/** What src/invocation/undo-handlers.ts holds: where the endpoints are that take changes back. */
export const undoHandlersOf = (endpoints: Endpoint[], definitions: UndoDefinition[]): string => {
  const own = Object.keys(ownOperations)
  const named = new Set(definitions.flatMap(operationsOf).filter((name) => !own.includes(name ?? '')))
  const used = endpoints.filter(({ name }) => named.delete(name.replaceAll('-', '_')))
  const [missing] = [...named].filter((name) => name !== undefined)
  if (missing) throw new Error(`Changes are to be undone by ${missing}, and there is no such operation.`)
  return handlersText('The endpoints that take changes back.', used)
}
