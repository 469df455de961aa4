import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { announceDeprecation, type Deprecation } from './deprecation.ts'
import { internalCallOf } from './internal-call.ts'
import { shapeError, type ProblemPages } from './problem-response.ts'
import { inRequest } from '../runtime/request-context.ts'
import { logRequest } from './request-log.ts'
import type { Streaming } from './streaming.ts'

interface ChainOptions {
  stream?: Streaming | undefined
  problemPages?: ProblemPages | undefined
  deprecated?: Deprecation | undefined
}

/**
 * How the chain of every function begins that API Gateway calls. Middy runs what answers from the last to the first: an
 * error is shaped, rendered by Middy's own error handler, and logged.
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

const notAuthenticated = (): Promise<never> =>
  Promise.reject(new Error('Nothing can be written before it is known who is calling.'))

/** Runs a chain as the request of its event, which can write nothing until `authenticate` has allowed it. */
export const asRequest = <T>({ requestContext }: APIGatewayProxyEvent, context: Context, run: () => T): T => {
  const { requestId, identity } = requestContext
  const address = identity.sourceIp
  const origin = { actor_id: null, via: 'session', ...(address && { address }) } as const
  const { writeLog, writes } = internalCallOf(context)
  return inRequest({ requestId, confirmSession: notAuthenticated, origin, writeLog, writes }, run)
}
