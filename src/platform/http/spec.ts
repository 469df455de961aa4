import type { Actor } from '../identity/actor.ts'
import type { TokenScope } from '../identity/token-scope.ts'
import type * as z from '../schema/schema.ts'
import type { Access, Effect, Profile } from './access-level.ts'
import type { Deprecation } from './exchange/deprecation.ts'
import type { DeclaredProblem } from '../runtime/problem.ts'
import type { ProblemPages } from './exchange/problem-content.ts'
import type { ErrorFormat } from './error-format.ts'
import type { Streaming } from './exchange/response-stream.ts'
import type { BodyFormat } from './exchange/body-format.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** Person of an access token, and the ID by which changes made with the token are recorded. */
export interface TokenHolder {
  actor: Actor & { scope: TokenScope }
  token_id: string
}

/** The single description of an endpoint, from which route, checks, types, documentation and deployment follow. */
export interface Spec<
  A extends Access = Access,
  P extends z.ZodRawShape = z.ZodRawShape,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Path below `/api/v1`, or below the root with `atRoot`. Each level uses one parameter name. */
  path: string
  atRoot?: boolean
  summary: string
  description?: string
  /** `user` by default. */
  access?: A
  /** Schemas of path parameters that are not IDs. */
  params?: P
  query?: Q
  body?: B
  /** Format of a body that is not JSON. */
  bodyFormat?: BodyFormat
  /** True if an empty body counts as `{}`. */
  isBodyOptional?: boolean
  /** Maximum size of the body in bytes: 1 MiB by default, 16 KiB for public endpoints. */
  maxBodyBytes?: number
  /**
   * Status of a success: by default 201 with a `location`, 204 without a response body, otherwise 200. Of several, the
   * first is the usual one.
   */
  status?: number | readonly [number, ...number[]]
  /** Status of a success without a body; 204 if absent. */
  emptyStatus?: number
  /** Body of a success; absent for 204. Fields that are not in the schema are never sent. */
  response?: R
  /** Description of a success, or one for each status if there are several; by default, it follows from the schema. */
  success?: string | Readonly<Record<number, string>>
  /** Fields of the response that are null in a retry with the same `Idempotency-Key`: no secret is stored. */
  shownOnce?: readonly string[]
  /** Descriptions for the documentation of further request headers that the endpoint reads. */
  headers?: Record<string, string>
  /** Content type of a success that is not JSON; the handler then returns text or bytes. */
  produces?: string
  /** Further content types that the handler may set instead, as media ranges, for the documentation. */
  alsoProduces?: readonly string[]
  /**
   * Events of the stream that the handler may return as `text/event-stream` instead: the schema of `data` by event
   * name.
   */
  events?: Record<string, z.ZodType>
  /** Path of the created resource, with parameters from the response: `/users/{id}`, `/files/{file.id}`. */
  location?: string
  /**
   * Name of the entity that the path identifies, unless it is the path before `{id}`: `/wiki/pages/{id}` identifies
   * `wiki.page`. The codes of 404 and 412 follow from this name.
   */
  entity?: string
  /** Deprecation of the endpoint: every response states its dates (RFC 9745, RFC 8594). */
  deprecated?: Deprecation
  /** True if the endpoint honors `Idempotency-Key`; by default, a POST that creates a resource does. */
  isRepeatable?: boolean
  /** True if the endpoint honors `If-Match`, as a PUT that returns a version always does. */
  takesIfMatch?: boolean
  /**
   * Further problems of the endpoint; those that follow from the spec are added. A test finds problems that the code of
   * the endpoint can throw but `problems` omits, unless a comment gives the reason: `// never wiki.revision_conflict:
   * it names no base_revision`.
   */
  problems?: readonly DeclaredProblem[]
  /** True if the endpoint also responds with problems of other endpoints, by their codes. */
  passesProblems?: boolean
  /**
   * Renderer of errors as pages for a person whose browser opens the endpoint; its other errors are JSON
   * (answer/problem-page.ts).
   */
  problemPages?: ProblemPages
  /** Problems whose body is a JSON-RPC error, for the documentation: the number of each error by the problem's code. */
  jsonRpcErrors?: Record<string, number>
  /** Foreign protocol whose JSON the endpoint uses. */
  protocol?: ErrorFormat
  /** True if the endpoint honors `If-None-Match`; its tag covers the whole response (exchange/entity-tag.ts). */
  cacheable?: boolean
  /** Present if the response is a stream (exchange/response-stream.ts). */
  stream?: Streaming
  /**
   * True for a foreign protocol, such as WOPI: unknown query parameters and bodies of any type are accepted, and the
   * handler receives the bytes of the body.
   */
  rawProtocol?: boolean
  /**
   * True if the endpoint reads the list of models (src/models/configured-models.ts), which no other endpoint may
   * access.
   */
  readsModels?: boolean
  /**
   * Access to the single sign-on providers (src/auth/oidc/provider.ts), or also to this service's client secrets there.
   */
  oidc?: 'providers' | 'secrets'
  /** True if the endpoint runs other endpoints by name, and so needs their settings. */
  invokesEndpoints?: boolean
  /**
   * Greatest effect of the operation, unless its method and `sharing` determine it (`greatestEffect()`). An
   * operation for administrators always declares it: `admin` if it administers the platform, otherwise its effect on
   * contents.
   */
  effect?: Effect
  /** Body fields that share something with others or grant them a right; assistants ask before they set them. */
  sharing?: readonly string[]
  /**
   * Body fields whose change counts as administration also for the caller's own account. If the path names the caller
   * and none of these is set, the call counts as a write.
   */
  administers?: readonly string[]
  /** Set if the operation runs another one as the caller; only the other operation determines the required scope. */
  isScopedByCall?: true
  /** Only scope that the operation accepts; it rejects other tokens and sessions. */
  scope?: 'scim'
  /** Reads access tokens of other issuers, which no other operation accepts; returns undefined for other tokens. */
  issuedToken?: (authorization: string | undefined) => Promise<TokenHolder | undefined>
  /** Set if the operation is a function: callable by name, also by assistants. */
  isFunction?: true
  /** True if its changes are visible to the caller alone. */
  isPersonal?: boolean
  /**
   * True if only the person may call it in a session of their own: neither the access token of a program, nor a
   * function or any other call on their behalf.
   */
  requiresSession?: boolean
  /** AWS permissions; by default `reader` for GET and HEAD, otherwise `writer`. */
  profile?: Profile
  /** Name of the Lambda function that serves all endpoints of this name and profile (multi-route-function.ts). */
  servedBy?: string
  /** Files that the function reads, by path from the root of the repository; they are packaged with it. */
  assets?: readonly string[]
}
