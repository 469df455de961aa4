import * as z from '../schema/schema.ts'
import type { Actor, Role } from '../identity/actor.ts'
import { id } from '../schema/fields.ts'
import type { HttpReply } from './http-reply.ts'
import type { BodyStream } from './internal-call.ts'
import type { IfMatch } from '../table/changes.ts'
import type { ProblemStatus } from '../runtime/problem.ts'
import type { Streaming } from './streaming.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody, every signed-in person, support agents and administrators, administrators. */
export type Access = 'public' | 'user' | 'agent' | 'admin'

/** What a function may touch in AWS; each is a role in infra/roles.yml. */
export type Profile = 'none' | 'reader' | 'writer' | 'login' | 'files' | 'wopi' | 'chats'

/** The roles that pass each access. */
export const rolesOf: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  user: ['user', 'support_agent', 'admin'],
  agent: ['support_agent', 'admin'],
  admin: ['admin'],
}

export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** The path parameters: those of `params` by their schema, any other is an id. */
export type ParamsOf<Path extends string, P extends z.ZodRawShape> = {
  [Name in ParamNames<Path>]: Name extends keyof P ? z.output<P[Name]> : string
}

/** The one description of an endpoint: route, checks, types, documentation and deployment follow from it. */
export interface Spec<
  Path extends string = string,
  A extends Access = Access,
  P extends z.ZodRawShape = z.ZodRawShape,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Below `/api/v1`, or below the root with `root`. One name of a parameter per level. */
  path: Path
  atRoot?: boolean
  summary: string
  description?: string
  /** `user` by default. */
  access?: A
  /** Schemas of path parameters that are not ids. */
  params?: P
  query?: Q
  body?: B
  /** How many bytes the body may have: 1 MiB by default, 16 KiB where no token is required. */
  maxBodyBytes?: number
  /** The status of success, 200 by default; of several, the first is the usual one. */
  status?: number | readonly [number, ...number[]]
  /** The body of a success; absent for 204. Fields that are not in it are never sent. */
  response?: R
  /** Headers that the endpoint looks at, beside those of every endpoint, and what they say: for the documentation. */
  headers?: Record<string, string>
  /** The content type when success does not answer JSON; the handler gives text or bytes then. */
  produces?: string
  /** Further content types that the handler may say instead, as media ranges: for the documentation. */
  alsoProduces?: readonly string[]
  /** The path of the thing made, its parameters taken from the answer: `/users/{id}`, `/files/{file.id}`. */
  location?: string
  /** When else the endpoint refuses, by status; refusals that follow from the spec are added. */
  problems?: Partial<Record<ProblemStatus, string>>
  /** The response is the same for everyone who may see it: `If-None-Match` is honoured. */
  cacheable?: boolean
  /** The answer is a stream (streaming.ts). */
  stream?: Streaming
  /**
   * It speaks a protocol of others, such as WOPI: unknown query parameters and bodies of any type are accepted,
   * and the handler gets the bytes of the body.
   */
  rawProtocol?: boolean
  /** It runs other endpoints by name, and so needs their settings. */
  invokesEndpoints?: boolean
  /**
   * It also ends something that existed before, although its method does not say so: assistants ask before
   * they call it.
   */
  isDestructive?: boolean
  /** By the method when absent: `reader` for GET and HEAD, else `writer`. */
  profile?: Profile
  /**
   * Files that the function reads, by their path from the top of the repository; they go with it when it is
   * packaged.
   */
  assets?: readonly string[]
}

/** A request as the work of an endpoint sees it: known caller, checked values. */
export interface Incoming<Params, Query, Body, Caller> {
  actor: Caller
  params: Params
  query: Query
  body: Body
  /** The body of a foreign protocol. */
  bytes: Buffer
  /** The same while it still comes in, where it is not in the event (internal-call.ts). */
  bodyStream: BodyStream | undefined
  ifMatch: IfMatch
  /** A header of the request, whatever its case. */
  header: (name: string) => string | undefined
  /** The caller's address, for throttles. */
  address: string
  /** The session of the token; empty for public endpoints. */
  sessionId: string
}

/** What an endpoint does. */
export type Handle<
  Path extends string,
  A extends Access,
  P extends z.ZodRawShape,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends z.ZodType,
> = (
  request: Incoming<ParamsOf<Path, P>, z.output<Q>, z.output<B>, A extends 'public' ? undefined : Actor>,
) => Promise<z.input<R> | HttpReply<z.input<R>>>

export const statusesOf = ({ status = 200 }: Pick<Spec, 'status'>): readonly number[] =>
  typeof status === 'number' ? [status] : status

export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** The schema of the path parameters; what `params` does not describe is an id. */
export const paramsSchema = ({ path, params = {} }: Pick<Spec, 'path' | 'params'>) =>
  z.object(Object.fromEntries(paramNames(path).map((name) => [name, (params[name] ?? id) as z.ZodType])))

/** It makes something, so it honours `Idempotency-Key`. */
export const isCreation = (spec: Spec): boolean =>
  spec.method === 'POST' && statusesOf(spec).some((status) => status === 201 || status === 202)

export const isRead = ({ method }: Pick<Spec, 'method'>): boolean => method === 'GET' || method === 'HEAD'

export const profileOf = (spec: Spec): Profile => spec.profile ?? (isRead(spec) ? 'reader' : 'writer')

/** Anonymous callers may send only little, so that reading it is cheap. */
export const maxBodyOf = ({ maxBodyBytes, access }: Pick<Spec, 'maxBodyBytes' | 'access'>): number =>
  maxBodyBytes ?? (access === 'public' ? 16_384 : 1_048_576)

/** The full path on the host. */
export const routeOf = ({ path, atRoot }: Pick<Spec, 'path' | 'atRoot'>): string =>
  atRoot ? path : `/api/v1${path}`

/** What it answers carries `version`, and so an `ETag`. */
export const isVersioned = ({ response }: Spec) =>
  'version' in ((response as Partial<z.ZodObject> | undefined)?.shape ?? {})

/** Every status that a client can get from this endpoint, and when: the spec's own, and those that follow from it. */
export const problemsOf = (spec: Spec): Partial<Record<ProblemStatus, string>> => ({
  ...(spec.body && { 400: 'The body is not a JSON object.', 415: 'The body is not JSON.' }),
  ...(spec.access !== 'public' && { 401: 'The access token is missing, invalid, expired or revoked.' }),
  ...((spec.access === 'admin' || spec.access === 'agent') && {
    403: 'The caller’s role does not permit this.',
  }),
  ...(paramNames(spec.path).length > 0 && { 404: 'It does not exist, or the caller may not see it.' }),
  ...(isCreation(spec) && { 409: 'A request with the same `Idempotency-Key` is still running.' }),
  ...((spec.method === 'PUT' || spec.method === 'DELETE') &&
    isVersioned(spec) && { 412: '`If-Match` names a different version.' }),
  413: `The body is larger than ${maxBodyOf(spec)} bytes.`,
  ...(!spec.rawProtocol && { 422: 'A value in the path, query or body is invalid.' }),
  429: 'Too many requests.',
  500: 'Something went wrong on our side.',
  503: 'A service that this one depends on is throttled, unavailable or too slow.',
  ...spec.problems,
})
