import { log } from '../runtime/log.ts'
import type { APIGatewayProxyResult } from 'aws-lambda'
import type { Middleware, MiddlewareRequest } from './request-state.ts'

/** Writes one log line per request, once its response is complete. */
export const logRequest = (route: string): Middleware => {
  const write = (request: MiddlewareRequest) => {
    const { statusCode, headers } = request.response as APIGatewayProxyResult
    const { startedAt = Date.now() } = request.internal
    log.info('request', {
      method: request.event.httpMethod,
      route,
      status: statusCode,
      milliseconds: Date.now() - startedAt,
      address: request.event.requestContext.identity.sourceIp,
      code: headers?.['X-Error-Code'],
    })
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = Date.now()
    },
    after: write,
    onError: write,
  }
}
