import * as z from '../schema/schema.ts'
import type { Role } from '../identity/actor.ts'
import { id } from '../schema/fields.ts'
import type { Deprecation } from './answer/deprecation.ts'
import type { DeclaredProblem } from '../runtime/problem.ts'
import type { ProblemPages } from './answer/problem-content.ts'
import type { Protocol } from './protocol.ts'
import type { Streaming } from './answer/response-stream.ts'
import type { Middleware } from './request/request-state.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anybody, every signed-in person, support agents and administrators, administrators. */
export type Access = 'public' | 'user' | 'agent' | 'admin'

/**
 * What an operation does to the platform, from the least to the most: it reads, changes things, gives others a right or
 * shows them something, removes what existed, or administers people, rights and settings.
 */
export type Effect = 'read' | 'write' | 'sharing' | 'destructive' | 'admin'

/** What only administrators may call says its effect. */
export type SaidEffect<A extends Access> = [A] extends ['admin'] ? { effect: Effect } : object

/** What a function may touch in AWS; each is a role in infra/roles.yml. */
export type Profile = 'none' | 'reader' | 'viewer' | 'writer' | 'login' | 'files' | 'wopi' | 'chats'

/** The roles that pass each access. */
export const rolesOf: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  user: ['user', 'support_agent', 'admin'],
  agent: ['support_agent', 'admin'],
  admin: ['admin'],
}

export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** How a body that is not JSON is encoded, and the step of a request that parses it. */
export interface BodyFormat extends Middleware {
  mediaType: string
  /** What the step throws beside 422. */
  problems: readonly DeclaredProblem[]
}

/** The one description of an endpoint: route, checks, types, documentation and deployment follow from it. */
export interface Spec<
  A extends Access = Access,
  P extends z.ZodRawShape = z.ZodRawShape,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Below `/api/v1`, or below the root with `atRoot`. One name of a parameter per level. */
  path: string
  atRoot?: boolean
  summary: string
  description?: string
  /** `user` by default. */
  access?: A
  /** Schemas of path parameters that are not ids. */
  params?: P
  query?: Q
  body?: B
  /** How its body is encoded, where that is not JSON. */
  bodyFormat?: BodyFormat
  /** No body at all counts as `{}`. */
  isBodyOptional?: boolean
  /** How many bytes the body may have: 1 MiB by default, 16 KiB where no token is required. */
  maxBodyBytes?: number
  /**
   * The status of success: by default 201 with a `location`, 204 where nothing is answered, else 200. Of several, the
   * first is the usual one.
   */
  status?: number | readonly [number, ...number[]]
  /** The body of a success; absent for 204. Fields that are not in it are never sent. */
  response?: R
  /** What a success answers, by its status where there are several; where it is absent, it follows from the schema. */
  success?: string | Readonly<Record<number, string>>
  /** Fields of the answer that are null when it is repeated for an `Idempotency-Key`: no secret is kept. */
  shownOnce?: readonly string[]
  /** Headers that the endpoint looks at, beside those of every endpoint, and what they say: for the documentation. */
  headers?: Record<string, string>
  /** The content type when success does not answer JSON; the handler gives text or bytes then. */
  produces?: string
  /** Further content types that the handler may say instead, as media ranges: for the documentation. */
  alsoProduces?: readonly string[]
  /**
   * The events of the stream that the handler may answer as `text/event-stream` instead: what is in the `data` of each,
   * by its name.
   */
  events?: Record<string, z.ZodType>
  /** The path of the thing made, its parameters taken from the answer: `/users/{id}`, `/files/{file.id}`. */
  location?: string
  /**
   * What the path names, where that is not what is before its `{id}`: `/wiki/pages/{id}` names `wiki.page`, as the
   * entity is called. The codes of its 404 and its 412 follow.
   */
  entity?: string
  /** It is to go: every answer says since when and until when (RFC 9745, RFC 8594). */
  deprecated?: Deprecation
  /** It honours `If-Match`, as a PUT that answers with a version always does. */
  takesIfMatch?: boolean
  /**
   * How else the endpoint refuses; refusals that follow from the spec are added. A test finds what its way throws
   * and it does not list, unless a comment says why not: `// never wiki.revision_conflict: it names no base_revision`.
   */
  problems?: readonly DeclaredProblem[]
  /** It answers with the problems of other endpoints as well, by their codes. */
  passesProblems?: boolean
  /** The pages of its errors for a person whose browser opens it; its other errors are JSON (problem-page.ts). */
  problemPages?: ProblemPages
  /** Its JSON has the form of a protocol of others. */
  protocol?: Protocol
  /** `If-None-Match` is honoured: its tag is that of all it answers (answer/entity-tag.ts). */
  cacheable?: boolean
  /** The answer is a stream (response-stream.ts). */
  stream?: Streaming
  /**
   * It speaks a protocol of others, such as WOPI: unknown query parameters and bodies of any type are accepted,
   * and the handler gets the bytes of the body.
   */
  rawProtocol?: boolean
  /** It reads the list of models (src/models/configured-models.ts), to which no other endpoint has a right. */
  readsModels?: boolean
  /** It reads the providers of single sign-on (src/auth/oidc/provider.ts), or our client secrets there as well. */
  oidc?: 'providers' | 'secrets'
  /** It runs other endpoints by name, and so needs their settings. */
  invokesEndpoints?: boolean
  /**
   * The most that it does, where its method and `sharing` do not say so ({@link effectOf}). What only administrators
   * may call always says it: whether it administers the platform (`admin`) or changes contents.
   */
  effect?: Effect
  /** It gives others a right or shows them something when one of these fields is given, which assistants ask before. */
  sharing?: readonly string[]
  /** Where its path names the caller, it administers only when one of these fields is given, and else writes. */
  administers?: readonly string[]
  /** It runs another operation as the caller, which alone says what scope of an access token is needed. */
  isScopedByCall?: true
  /** It takes a token of this scope alone: no other one, and no session. */
  scope?: 'scim'
  /** It may be called by name, by assistants too: a function. An operation that does not say so is none. */
  isFunction?: true
  /** It changes nothing that anybody but the caller sees. */
  isPersonal?: boolean
  /**
   * It takes a session of the person: neither a token of a program, nor a function or anything else done on their
   * behalf may call it.
   */
  requiresSession?: boolean
  /** By the method when absent: `reader` for GET and HEAD, else `writer`. */
  profile?: Profile
  /** The function that serves it together with others of this name and profile (joint-function.ts). */
  servedBy?: string
  /**
   * Files that the function reads, by their path from the top of the repository; they go with it when it is
   * packaged.
   */
  assets?: readonly string[]
}

export const statusesOf = ({ method, response, produces, location, status }: Spec): readonly number[] => {
  const isAnswered = response !== undefined || produces !== undefined || method === 'HEAD'
  return [status ?? (location ? 201 : isAnswered ? 200 : 204)].flat()
}

export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** The schema of the path parameters; what `params` does not describe is an id. */
export const paramsSchema = ({ path, params = {} }: Pick<Spec, 'path' | 'params'>) =>
  z.object(Object.fromEntries(paramNames(path).map((name) => [name, (params[name] ?? id) as z.ZodType])))

/** It makes something, so it honours `Idempotency-Key`. */
export const isCreation = (spec: Spec): boolean =>
  spec.method === 'POST' && statusesOf(spec).some((status) => status === 201 || status === 202)

export const isRead = ({ method }: Pick<Spec, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/** The most that a call of it does. */
export const effectOf = (spec: Pick<Spec, 'method' | 'effect' | 'sharing'>): Effect => {
  if (spec.effect) return spec.effect
  if (spec.method === 'DELETE') return 'destructive'
  if (isRead(spec)) return 'read'
  return spec.sharing ? 'sharing' : 'write'
}

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
