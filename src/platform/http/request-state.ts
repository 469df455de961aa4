import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Caller } from './authentication.ts'
import type { Values } from './request-validation.ts'

/** What the middlewares of a request hand on to one another: Middy's `request.internal`, one object per request. */
export type RequestState = {
  /** When it came in, in milliseconds since 1970. */
  startedAt?: number
  /** Who makes it; absent before that is known, and where nobody needs to sign in. */
  caller?: Caller
  /** The body as the parser has read it. */
  json?: unknown
  /** Everything of the request that was checked. */
  values?: Values
}

/** It puts what it knows into the state, and throws what it refuses. */
export type Middleware = MiddlewareObj<APIGatewayProxyEvent, unknown, Error, Context, RequestState>

export type MiddlewareRequest = Parameters<NonNullable<Middleware['before']>>[0]

/** The context of Lambda with the state of the request beside it. */
type StatefulContext = Context & { state?: RequestState }

/** Middy gives a handler no more than event and context, so the state goes there with the context. */
export const setStateToContext: Middleware = {
  before: ({ context, internal }) => void Object.assign(context, { state: internal }),
}

/** The state that the middlewares have left for the handler. */
export const stateOf = (context: Context): RequestState => (context as StatefulContext).state ?? {}
