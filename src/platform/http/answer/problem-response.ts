import { problemDocs } from '#docs'
import { responseHeaders, requestHeader } from '../exchange/http-reply.ts'
import type { ProblemPages } from '../exchange/problem-content.ts'
import { log } from '../../runtime/log.ts'
import { Problem, problem } from '../../runtime/problem.ts'
import type { Middleware } from '../exchange/request-state.ts'

export const serviceFailed = problem('service.failed', 500, {
  wording: (cause: unknown) => ({ detail: 'An internal error occurred.', cause }),
  docs: problemDocs({
    meaning: 'An internal error, logged under the `X-Request-Id`.',
    example: [undefined],
  }),
})

/** Returns the error itself if it is a problem; any other error is a bug, whose details clients must not see. */
const toProblem = (error: unknown) => (error instanceof Problem ? error : serviceFailed(error))

/** Returns the problem that clients see for an error; logs failures of the service. */
export const reported = (error: unknown, route: string): Problem => {
  const refusal = toProblem(error)
  // a 501 refuses an unsupported request; it is not a failure
  if (refusal.status >= 500 && refusal.status !== 501)
    log.error('request failed', refusal.cause ?? refusal, { route })
  return refusal
}

/**
 * Shows the 401 of any endpoint as a sign-in page to a person following a link, since a navigation carries no token.
 * The page is loaded on demand, because every function contains this code.
 */
const signInPages: ProblemPages = async (problem, event) => {
  if (problem.status !== 401) return { headers: {} }
  const { pageVary, takesPage } = await import('../request/navigation.ts')
  if (!takesPage(event)) return { headers: { Vary: `${pageVary}, Origin` } }
  return (await import('./problem-page.ts')).problemPages(problem, event)
}

/**
 * Gives any error the shape that `@middy/http-error-handler` renders: the common headers, and as the body `{detail}` or
 * the page from `pages`.
 */
export const shapeError = (route: string, pages: ProblemPages = signInPages): Middleware => ({
  onError: async (request) => {
    const { event } = request
    const refusal = reported(request.error, route)
    const { headers, body, status = refusal.status } = await pages(refusal, event)
    const text = body ?? JSON.stringify({ detail: refusal.message, ...refusal.fields })
    // HEAD has no body (RFC 9110 section 9.3.2)
    request.error = Object.assign(new Error(event.httpMethod === 'HEAD' ? '' : text), {
      statusCode: status,
      expose: true,
      headers: {
        ...responseHeaders(event.requestContext.requestId, requestHeader(event, 'origin')),
        ...refusal.headers,
        ...headers,
        'X-Error-Code': refusal.code,
      },
    })
  },
})
