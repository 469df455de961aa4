import { exportName } from '../generation/endpoints.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { greatestEffect, paramsSchema, rolesOf, fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import type { Role } from '../../src/platform/identity/actor.ts'
import { plainSchema } from './schema/plain-schema.ts'
import type { JsonSchema } from './schema/schema.ts'

interface Endpoint {
  name: string
  area: string
  file: string
  spec: Spec
}

/** Throws unless an endpoint can be called by name: it must require a signed-in person, and answer JSON. */
const requireCallable = ({ name, spec }: Endpoint): void => {
  const { access, atRoot, rawProtocol, protocol, produces, requiresSession } = spec
  if (access === 'public' || atRoot || rawProtocol || protocol || produces || requiresSession)
    throw new Error(`${name} cannot be a function: it needs no token, needs a session, or answers no JSON.`)
  if (greatestEffect(spec) === 'admin')
    throw new Error(`${name} cannot be a function: its effect is "admin".`)
}

const functionsAmong = (endpoints: Endpoint[]): Endpoint[] => {
  const functions = endpoints.filter(({ spec }) => spec.isFunction)
  functions.forEach(requireCallable)
  return functions
}

const toJson = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })

/**
 * Returns the schemas of query fields for calls by name: numbers, booleans and lists instead of their text in a URL.
 */
const queryFields = (query: z.ZodObject): Record<string, JsonSchema> => {
  const { properties: asked = {} } = toJson(query, 'input')
  const { properties: read = {} } = toJson(query, 'output')
  const isOtherwise = ({ type }: JsonSchema) =>
    ['integer', 'number', 'boolean', 'array'].includes(String(type))
  return Object.fromEntries(
    Object.entries(asked as Record<string, JsonSchema>).map(([name, schema]) => {
      const readSchema = (read as Record<string, JsonSchema>)[name]
      return [name, readSchema && isOtherwise(readSchema) ? readSchema : schema]
    }),
  )
}

/** Returns the fields of path, query and body as one object, without read-only fields. */
const functionParameters = (spec: Spec): JsonSchema => {
  const taken = Object.entries((spec.body?.shape ?? {}) as z.ZodRawShape).filter(
    ([, field]) => (field as z.ZodType).meta()?.['readOnly'] !== true,
  )
  const shape = { ...paramsSchema(spec).shape, ...spec.query?.shape, ...Object.fromEntries(taken) }
  const { $schema: _, $defs = {}, properties, ...schema } = toJson(z.strictObject(shape), 'input')
  const ofQuery = spec.query ? queryFields(spec.query) : {}
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, ofQuery[name] ?? field])
  const whole = { type: schema.type, properties: Object.fromEntries(fields), ...schema } as JsonSchema
  return plainSchema(whole, $defs) as JsonSchema
}

const toFunction = ({ name, spec }: Endpoint) => ({
  name: name.replaceAll('-', '_'),
  title: spec.summary,
  description: spec.description ?? null,
  parameters: functionParameters(spec),
  effect: greatestEffect(spec),
  operation: { method: spec.method, path: fullPath(spec) },
  sharing: spec.sharing ?? [],
  isPersonal: spec.isPersonal ?? false,
  roles: rolesOf[(spec.access ?? 'user') as keyof typeof rolesOf] as readonly Role[],
})

const compareNames = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** Returns the contents of functions.json: every function with the roles that may call it. */
export const assistantFunctions = (endpoints: Endpoint[]) =>
  functionsAmong(endpoints).map(toFunction).sort(compareNames)

/** Returns the contents of handlers.ts: the endpoint of each function, loaded on its first call. */
export const handlersSource = (endpoints: Endpoint[]): string => {
  const lines = functionsAmong(endpoints)
    .sort(compareNames)
    .map(
      ({ name, file }) =>
        `  ${name.replaceAll('-', '_')}: async () =>\n    (await ` +
        `import('../${file}')).${exportName(file)},`,
    )
  return [
    '/** The endpoints that can be called by name. Written by `npm run openapi`; each is loaded when it is called. */',
    'export const handlers = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}
