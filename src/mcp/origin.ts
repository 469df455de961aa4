import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server'
import { environment } from '../platform/runtime/environment.ts'
import { problem } from '../platform/runtime/problem.ts'

export const originForbidden = problem(
  'mcp.origin_forbidden',
  403,
  'Web pages of this origin must not call this service; CORS_ORIGINS lists those that may.',
)

/**
 * Throws 403 for a request from a web page unless its origin is this service's own or configured. Without configured
 * origins, pages on the caller's own machine may also send requests.
 */
export const requireAllowedOrigin = (origin: string | undefined): void => {
  if (origin === undefined) return
  const configured = environment.corsOrigins.filter((one) => one !== '*')
  const isLocal = configured.length === 0 && validateOriginHeader(origin, localhostAllowedOrigins()).ok
  const isKnown = [new URL(environment.publicUrl).origin, ...configured].includes(origin)
  if (!isLocal && !isKnown) throw originForbidden()
}
