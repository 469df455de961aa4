import { exposedHeaders } from '../../src/platform/http/exchange/http-reply.ts'
import { pathUnknown } from '../../src/platform/http/not-found.ts'
import { bodyTooLarge } from '../../src/platform/http/request/body-limit.ts'
import { malformed } from '../../src/platform/http/request/json-body.ts'
import { serviceFailed } from '../../src/platform/http/answer/problem-response.ts'
import {
  problem,
  unavailable,
  type DeclaredProblem,
  type Problem,
} from '../../src/platform/runtime/problem.ts'
import { maxGatewayBodyBytes } from '../../src/wopi/limits.ts'

/** Response of API Gateway itself, without a function (API Gateway, "Gateway response types"). */
export interface GatewayResponse {
  /** The gateway's own status if absent. */
  status?: number
  code: string
  detail: string
  headers?: Record<string, string>
}

/** Returns the headers of a gateway response, both locally and deployed; `X-Request-Id` is added. */
export const gatewayHeaders = ({ code, headers }: GatewayResponse): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
  'X-Error-Code': code,
  ...headers,
})

/** The problem of requests above the gateway's rate limit, which never reach a function. */
export const throttled = problem('request.throttled', 429, {
  wording: { detail: 'Too many requests; please try again in a moment.', headers: { 'Retry-After': '1' } },
  docs: { meaning: 'Too many requests: retry after `Retry-After`.' },
})

export const refused = problem('request.refused', 400, {
  wording: 'The request was refused.',
  docs: {
    meaning: 'API Gateway refused the request with its own 4xx, for another reason.',
  },
})

const toGatewayResponse = ({
  status,
  code,
  message,
  headers,
}: Problem): GatewayResponse & { status: number } => ({
  status,
  code,
  detail: message,
  ...(Object.keys(headers).length > 0 && { headers }),
})

/** Returns a response with the gateway's own status. */
const toDefaultResponse = ({ code, example }: DeclaredProblem): GatewayResponse => ({ code, detail: example })

const busy = toGatewayResponse(unavailable(undefined))
const unreadable = toGatewayResponse(malformed('The request cannot be read.'))

/**
 * Gateway responses by type, both locally and deployed: `{"detail": …}` with `X-Error-Code`, so that every error has
 * the same shape.
 */
export const gatewayResponses = {
  DEFAULT_4XX: toDefaultResponse(refused),
  DEFAULT_5XX: toGatewayResponse(serviceFailed(undefined)),
  MISSING_AUTHENTICATION_TOKEN: toGatewayResponse(pathUnknown()),
  RESOURCE_NOT_FOUND: toGatewayResponse(pathUnknown()),
  BAD_REQUEST_BODY: unreadable,
  BAD_REQUEST_PARAMETERS: unreadable,
  REQUEST_TOO_LARGE: {
    ...toGatewayResponse(bodyTooLarge(maxGatewayBodyBytes)),
    detail: `The request is too large: ${maxGatewayBodyBytes} bytes is the maximum of the gateway.`,
  },
  THROTTLED: toGatewayResponse(throttled()),
  QUOTA_EXCEEDED: toGatewayResponse(throttled()),
  INTEGRATION_FAILURE: busy,
  INTEGRATION_TIMEOUT: busy,
} as const satisfies Record<string, GatewayResponse>
