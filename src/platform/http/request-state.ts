import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type { Caller } from './authentication.ts'
import type { Values } from './request.ts'

/** What the steps of a request hand on to one another: `internal` of Middy's request, one object for each. */
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

/** A step of the chain: what it knows goes into the state, what it refuses is thrown. */
export type Step = MiddlewareObj<APIGatewayProxyEvent, unknown, Error, Context, RequestState>

/** A request on its way through the steps. */
export type PassingRequest = Parameters<NonNullable<Step['before']>>[0]

/** The context of Lambda with the state of the request beside it. */
export type StatefulContext = Context & { state: Required<Pick<RequestState, 'values'>> & RequestState }

/** Middy gives the handler of a chain no more than event and context, so the state goes there with the context. */
export const handOver: Step = {
  before: ({ context, internal }) => void Object.assign(context, { state: internal }),
}

/** The answer that a step has made. */
export const resultOf = ({ response }: PassingRequest) => response as APIGatewayProxyResult
