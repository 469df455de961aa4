import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Actor } from '../../identity/actor.ts'
import type { TokenScope } from '../../identity/token-scope.ts'
import type { IfMatch } from '../../table/changes.ts'

/** Who makes a request. */
export interface Caller {
  id: string
  /** Null for what an assistant does on behalf of the person who asked it; empty for a token of a program. */
  sessionId: string | null
  /** What such a token allows at most. */
  scope?: TokenScope | undefined
  /** Throws 401 when the session has ended. */
  confirm: () => Promise<unknown>
  /** The same, and throws when the person has another role or name than their token says. */
  confirmUnchanged: () => Promise<void>
  /** Runs the work of the request as the caller, and returns its result once the session is confirmed. */
  run: <T>(work: (actor: Actor) => Promise<T>) => Promise<T>
}

/** The values of a request after they were checked. */
export interface Values {
  params: unknown
  query: unknown
  body: unknown
  bytes: Buffer
  ifMatch: IfMatch
  /** What cursors of this list are bound to: the list, its filters and the caller. */
  binding: string
}

/** What the middlewares of a request pass to one another: Middy's `request.internal`, one object per request. */
export type RequestState = {
  /** When it arrived, in milliseconds since 1970. */
  startedAt?: number
  /** Who makes it; absent before that is known, and where nobody needs to sign in. */
  caller?: Caller
  /** The body as the parser has read it. */
  json?: unknown
  /** The checked values of the request. */
  values?: Values
}

/** A middleware writes its results to the state, and throws to refuse the request. */
export type Middleware = MiddlewareObj<APIGatewayProxyEvent, unknown, Error, Context, RequestState>

export type MiddlewareRequest = Parameters<NonNullable<Middleware['before']>>[0]

/** The context of Lambda with the state of the request beside it. */
type StatefulContext = Context & { state?: RequestState }

/** Middy passes only event and context to a handler, so the state travels with the context. */
export const setStateToContext: Middleware = {
  before: ({ context, internal }) => void Object.assign(context, { state: internal }),
}

/** The state that the middlewares have left for the handler. */
export const stateOf = (context: Context): RequestState => (context as StatefulContext).state ?? {}
