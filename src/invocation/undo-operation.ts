import type { DirectCaller } from '../platform/http/direct-call.ts'
import type { EndpointHandler } from '../platform/http/endpoint.ts'
import { runEndpoint } from './invocation.ts'

/** Runs one of the endpoints that take changes back. */
type RunEndpoint = (
  endpoint: EndpointHandler,
  args: Record<string, unknown>,
  ifMatch?: { version: number },
) => Promise<unknown>

/** Runs endpoints as requests of the caller. */
export const endpointRunner =
  ({ headers, ...caller }: DirectCaller): RunEndpoint =>
  (endpoint, args, ifMatch) => {
    const { authorization } = headers
    const own = {
      ...(authorization && { authorization }),
      ...(ifMatch && { 'if-match': `"${ifMatch.version}"` }),
    }
    return runEndpoint(endpoint, args, { ...caller, headers: own })
  }
