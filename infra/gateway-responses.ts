import { maxGatewayBodyBytes } from '../src/wopi/limits.ts'

/** What the gateway itself answers when no function has (API Gateway, "Gateway response types"). */
export interface GatewayResponse {
  /** The gateway's own status when absent. */
  status?: number
  code: string
  detail: string
  headers?: Record<string, string>
}

const busy = {
  status: 503,
  code: 'service.unavailable',
  detail: 'The service is busy; please try again in a moment.',
  headers: { 'Retry-After': '1' },
}
const throttled = {
  status: 429,
  code: 'request.throttled',
  detail: 'Too many requests; please try again in a moment.',
  headers: { 'Retry-After': '1' },
}
const malformed = { status: 400, code: 'request.malformed', detail: 'The request cannot be read.' }

/**
 * Sent as `{"detail": …}` with `X-Error-Code`, locally as deployed, so that every error has the same shape.
 */
export const gatewayResponses = {
  DEFAULT_4XX: { code: 'request.refused', detail: 'The request was refused.' },
  DEFAULT_5XX: { status: 500, code: 'service.failed', detail: 'Something went wrong on our side.' },
  MISSING_AUTHENTICATION_TOKEN: {
    status: 404,
    code: 'request.path_unknown',
    detail: 'There is nothing at this path.',
  },
  RESOURCE_NOT_FOUND: { status: 404, code: 'request.path_unknown', detail: 'There is nothing at this path.' },
  BAD_REQUEST_BODY: malformed,
  BAD_REQUEST_PARAMETERS: malformed,
  REQUEST_TOO_LARGE: {
    status: 413,
    code: 'request.too_large',
    detail: `The request is too large: ${maxGatewayBodyBytes} bytes are the most that come through the gateway.`,
  },
  THROTTLED: throttled,
  QUOTA_EXCEEDED: throttled,
  INTEGRATION_FAILURE: busy,
  INTEGRATION_TIMEOUT: busy,
} as const satisfies Record<string, GatewayResponse>
