import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { announceDeprecation, type Deprecation } from './exchange/deprecation.ts'
import type { ProblemPages } from './exchange/problem-content.ts'
import { shapeError } from './answer/problem-response.ts'
import { inRequest, type RequestContext } from '../runtime/request-context.ts'
import { logRequest } from './request/request-log.ts'
import type { Streaming } from './exchange/response-stream.ts'

interface ChainOptions {
  stream?: Streaming | undefined
  problemPages?: ProblemPages | undefined
  deprecated?: Deprecation | undefined
}

/**
 * Creates the first steps of every chain behind API Gateway. Middy runs the response steps from last to first: an error
 * is shaped, rendered by Middy's own error handler, and logged.
 */
export const requestChain = <Result>(
  route: string,
  { stream, problemPages, deprecated }: ChainOptions = {},
) =>
  middy<APIGatewayProxyEvent, Result>(stream && { executionMode: stream.executionMode })
    .use(logRequest(route))
    .use(deprecated ? announceDeprecation(deprecated) : [])
    .use(httpErrorHandler({ logger: false }))
    .use(shapeError(route, problemPages))

const notAuthenticated = (): Promise<never> => Promise.reject(new Error('Writes await authentication.'))

interface CallContext extends Pick<RequestContext, 'requestId' | 'observer' | 'keySeconds'> {
  address: string
}

/** Runs a call that cannot write before `awaitSession` allows it. */
export const inCall = <T>({ address, ...call }: CallContext, run: () => T): T => {
  const origin = { actor_id: null, via: 'session', ...(address && { address }) } as const
  return inRequest({ ...call, confirmSession: notAuthenticated, origin }, run)
}

/** Runs a chain as the request of its event. */
export const asRequest = <T>({ requestContext }: APIGatewayProxyEvent, run: () => T): T =>
  inCall({ requestId: requestContext.requestId, address: requestContext.identity.sourceIp }, run)
