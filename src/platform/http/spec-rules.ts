import type { Role } from '../identity/actor.ts'
import { id } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import type { Access, Effect, Profile } from './access-level.ts'
import type { Spec } from './spec.ts'

/** Roles that each access level allows. */
export const rolesOf: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  user: ['user', 'support_agent', 'admin'],
  agent: ['support_agent', 'admin'],
  admin: ['admin'],
}

export const successStatuses = ({
  method,
  response,
  produces,
  location,
  status,
}: Spec): readonly number[] => {
  const isAnswered = response !== undefined || produces !== undefined || method === 'HEAD'
  return [status ?? (location ? 201 : isAnswered ? 200 : 204)].flat()
}

/** Returns true if a success of this status has no body. */
export const isEmptyStatus = ({ emptyStatus = 204 }: Pick<Spec, 'emptyStatus'>, status: number): boolean =>
  status === emptyStatus

export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** Returns the schema of the path parameters; a parameter that `params` does not describe is an ID. */
export const paramsSchema = ({ path, params = {} }: Pick<Spec, 'path' | 'params'>) =>
  z.object(Object.fromEntries(paramNames(path).map((name) => [name, (params[name] ?? id) as z.ZodType])))

/** Returns true if the endpoint creates a resource. */
const isCreation = (spec: Spec): boolean =>
  spec.method === 'POST' && successStatuses(spec).some((status) => status === 201 || status === 202)

export const isReadMethod = ({ method }: Pick<Spec, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

/** Returns the greatest effect that a call of the endpoint can have. */
export const greatestEffect = (spec: Pick<Spec, 'method' | 'effect' | 'sharing'>): Effect => {
  if (spec.effect) return spec.effect
  if (spec.method === 'DELETE') return 'destructive'
  if (isReadMethod(spec)) return 'read'
  return spec.sharing ? 'sharing' : 'write'
}

export const functionProfile = (spec: Spec): Profile =>
  spec.profile ?? (isReadMethod(spec) ? 'reader' : 'writer')

/** Returns the maximum size of a body in bytes. Anonymous callers may send little, so that reading it is cheap. */
export const maxBodySize = ({ maxBodyBytes, access }: Pick<Spec, 'maxBodyBytes' | 'access'>): number =>
  maxBodyBytes ?? (access === 'public' ? 16_384 : 1_048_576)

/** Returns true if the endpoint honors `Idempotency-Key`. */
export const isRepeatable = (spec: Spec): boolean => spec.isRepeatable ?? isCreation(spec)

/** Returns the full path on the host. */
export const fullPath = ({ path, atRoot }: Pick<Spec, 'path' | 'atRoot'>): string =>
  atRoot ? path : `/api/v1${path}`

/** Returns true if the response has a `version`, and so an `ETag`. */
export const isVersioned = ({ response }: Spec) =>
  'version' in ((response as Partial<z.ZodObject> | undefined)?.shape ?? {})
