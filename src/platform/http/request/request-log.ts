import { log } from '../../runtime/log.ts'
import type { APIGatewayProxyResult } from 'aws-lambda'
import type { Middleware, MiddlewareRequest } from '../exchange/request-state.ts'

interface Line {
  method: string
  route: string
  status: number
  address: string
  /** In milliseconds since 1970. */
  startedAt: number
  /** Code of the problem, if the request failed. */
  code?: string | number | boolean | undefined
}

/** Writes the log line of a request or a call, once its response is complete. */
export const logLine = ({ method, route, status, startedAt, address, code }: Line) =>
  log.info('request', { method, route, status, milliseconds: Date.now() - startedAt, address, code })

/** Writes one log line per request. */
export const logRequest = (route: string): Middleware => {
  const write = (request: MiddlewareRequest) => {
    const { statusCode, headers } = request.response as APIGatewayProxyResult
    const { startedAt = Date.now() } = request.internal
    logLine({
      method: request.event.httpMethod,
      route,
      status: statusCode,
      startedAt,
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
