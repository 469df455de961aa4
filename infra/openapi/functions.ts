import { exportOf } from '../endpoints.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { isRead, paramsSchema, rolesOf, routeOf, type Spec } from '../../src/platform/http/spec.ts'
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
const excluded = ['auth', 'users', 'chats', 'files', 'wopi', 'functions']

/** An endpoint that can be called by name: for people who are signed in, with an answer in JSON. */
const isFunction = ({ area, spec }: Endpoint): boolean =>
  !excluded.includes(area) && !spec.atRoot && !spec.rawProtocol && !spec.produces && spec.access !== 'public'

const effectOf = (spec: Spec) => {
  if (spec.method === 'DELETE' || spec.isDestructive) return 'destructive'
  return isRead(spec) ? 'read' : 'write'
}

/** The fields of path, query and body in one object; what is only taken back from a GET is left out. */
const parametersOf = (spec: Spec): JsonSchema => {
  const taken = Object.entries((spec.body?.shape ?? {}) as z.ZodRawShape).filter(
    ([, field]) => (field as z.ZodType).meta()?.['readOnly'] !== true,
  )
  const shape = { ...paramsSchema(spec).shape, ...spec.query?.shape, ...Object.fromEntries(taken) }
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(shape), {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  })
  return schema as JsonSchema
}

const functionOf = ({ name, spec }: Endpoint) => ({
  name: name.replaceAll('-', '_'),
  title: spec.summary,
  description: spec.description ?? null,
  parameters: parametersOf(spec),
  effect: effectOf(spec),
  operation: { method: spec.method, path: routeOf(spec) },
  roles: rolesOf[(spec.access ?? 'user') as keyof typeof rolesOf] as readonly Role[],
})

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** What src/functions/functions.json holds: every function with the roles that may call it. */
export const assistantFunctions = (endpoints: Endpoint[]) =>
  endpoints.filter(isFunction).map(functionOf).sort(byName)

/** What src/invocation/handlers.ts holds: where the endpoint of each function is, loaded when it is called. */
export const handlersOf = (endpoints: Endpoint[]): string => {
  const lines = endpoints
    .filter(isFunction)
    .sort(byName)
    .map(
      ({ name, file }) =>
        `  ${name.replaceAll('-', '_')}: async () =>\n    (await ` +
        `import('${file.replace(/^src\//, '../')}')).${exportOf(file)},`,
    )
  return [
    '/** The endpoints that can be called by name. Written by `npm run openapi`; each is loaded when it is called. */',
    'export const handlers = {',
    ...lines,
    '} as const',
    '',
  ].join('\n')
}
