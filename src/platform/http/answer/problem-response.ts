import { told } from '#docs'
import { responseHeaders, headerOf } from './http-reply.ts'
import type { ProblemPages } from './problem-content.ts'
import { log } from '../../runtime/log.ts'
import { Problem, problem } from '../../runtime/problem.ts'
import type { Middleware } from '../request/request-state.ts'

export const serviceFailed = problem('service.failed', 500, {
  wording: (cause: unknown) => ({ detail: 'Something went wrong on our side.', cause }),
  docs: told({
    meaning: 'A fault of the service, logged under the `X-Request-Id`.',
    example: [undefined],
  }),
})

/** Anything but a Problem is a bug of ours; clients see nothing of it. */
const problemOf = (error: unknown) => (error instanceof Problem ? error : serviceFailed(error))

/** The problem that an error is to clients; what went wrong here is logged. */
export const reported = (error: unknown, route: string): Problem => {
  const refusal = problemOf(error)
  // a 501 is what the client asked for and nothing that went wrong
  if (refusal.status >= 500 && refusal.status !== 501)
    log.error('request failed', refusal.cause ?? refusal, { route })
  return refusal
}

/**
 * Shows any endpoint's 401 to a person who follows a link, since a navigation carries no token. The page is loaded on
 * demand, because this is part of every function.
 */
const signInPages: ProblemPages = async (problem, event) => {
  if (problem.status !== 401) return { headers: {} }
  const { pageVary, takesPage } = await import('../request/navigation.ts')
  if (!takesPage(event)) return { headers: { Vary: `${pageVary}, Origin` } }
  return (await import('./problem-page.ts')).problemPages(problem, event)
}

/**
 * Gives any error the shape that `@middy/http-error-handler` renders: our headers, and `{detail}` or, where `pages`
 * shows it to the client, a page.
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
        ...responseHeaders(event.requestContext.requestId, headerOf(event, 'origin')),
        ...headers,
        ...refusal.headers,
        'X-Error-Code': refusal.code,
      },
    })
  },
})
