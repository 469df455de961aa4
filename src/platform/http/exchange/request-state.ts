import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Actor } from '../../identity/actor.ts'
import type { TokenScope } from '../../identity/token-scope.ts'
import type { IfMatch } from '../../table/changes.ts'

export interface Caller {
  id: string
  /** Null for calls by an assistant on behalf of a person; empty for the access token of a program. */
  sessionId: string | null
  /** Scope of that access token. */
  scope?: TokenScope | undefined
  /** Throws 401 if the session has ended. */
  confirm: () => Promise<unknown>
  /**
   * Throws 401 if the session has ended, and an error if the person's role, name or groups differ from those of their
   * token.
   */
  confirmUnchanged: () => Promise<void>
  /** Runs the work of the request as the caller, and returns its result once the session is confirmed. */
  run: <T>(work: (actor: Actor) => Promise<T>) => Promise<T>
}

export interface Values {
  params: unknown
  query: unknown
  body: unknown
  bytes: Buffer
  ifMatch: IfMatch
  /** Values to which cursors of this list are bound: the list, its filters and the caller. */
  binding: string
}

/** State that the middlewares of a request share: Middy's `request.internal`, one object per request. */
export type RequestState = {
  /** Time of arrival, in milliseconds since 1970. */
  startedAt?: number
  /** Caller of the request; absent before authentication, and for public endpoints. */
  caller?: Caller
  /** Parsed body. */
  json?: unknown
  values?: Values
}

/** A middleware; it writes its results to the state, and throws to reject the request. */
export type Middleware = MiddlewareObj<APIGatewayProxyEvent, unknown, Error, Context, RequestState>

export type MiddlewareRequest = Parameters<NonNullable<Middleware['before']>>[0]

/** Lambda's context with the state of the request. */
type StatefulContext = Context & { state?: RequestState }

/** Copies the state to the context, since Middy passes only event and context to a handler. */
export const setStateToContext: Middleware = {
  before: ({ context, internal }) => void Object.assign(context, { state: internal }),
}

/** Returns the state that the middlewares have prepared for the handler. */
export const requestState = (context: Context): RequestState => (context as StatefulContext).state ?? {}
