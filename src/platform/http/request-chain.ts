import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { shapeError } from './problem-response.ts'
import { inRequest } from '../runtime/request-context.ts'
import { logRequest } from './request-log.ts'
import type { Streaming } from './streaming.ts'

/**
 * How the chain of every function begins that API Gateway calls. Middy runs what answers from the last to the first: an
 * error is shaped, rendered by Middy's own error handler, and logged.
 */
export const requestChain = <Result>(route: string, stream?: Streaming) =>
  middy<APIGatewayProxyEvent, Result>(stream && { executionMode: stream.executionMode })
    .use(logRequest(route))
    .use(httpErrorHandler({ logger: false }))
    .use(shapeError(route))

const notAuthenticated = (): Promise<never> =>
  Promise.reject(new Error('Nothing can be written before it is known who is calling.'))

/** Runs a chain as the request of its event, which can write nothing until `authenticate` has allowed it. */
export const asRequest = <T>({ requestContext }: APIGatewayProxyEvent, run: () => T): T =>
  inRequest({ requestId: requestContext.requestId, confirmSession: notAuthenticated }, run)
