import { told } from '#docs'
import { responseHeaders, headerOf } from './http-reply.ts'
import type { ProblemPages } from './problem-content.ts'
import { environment } from '../../runtime/environment.ts'
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

const signInPage = (code: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Please sign in</title><h1>Please sign in</h1>
<p>This is shown only to people who have signed in. Please open it in your application.</p>
<p><a href="${environment.publicUrl}/">Start page</a> <small>${code}</small></p></html>`

/**
 * Any endpoint's 401 for people who follow a link, since a browser sends no token with it. Every function has it, so it
 * is small and tells browsers by how their `Accept` begins; problem-page.ts reads all of it.
 */
const signInPages: ProblemPages = ({ status, code }, event) => {
  if (status !== 401) return { headers: {} }
  const headers = { Vary: 'Accept, Origin' }
  if (!headerOf(event, 'accept')?.startsWith('text/html')) return { headers }
  return {
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; base-uri 'none'`,
      'Cache-Control': 'no-store',
    },
    body: signInPage(code),
  }
}

/**
 * Gives any error the shape that `@middy/http-error-handler` renders: our headers, and `{detail}` or, where `pages`
 * shows it to the client, a page.
 */
export const shapeError = (route: string, pages: ProblemPages = signInPages): Middleware => ({
  onError: (request) => {
    const { event } = request
    const refusal = reported(request.error, route)
    const { headers, body } = pages(refusal, event)
    const text = body ?? JSON.stringify({ detail: refusal.message, ...refusal.fields })
    // HEAD has no body (RFC 9110 section 9.3.2)
    request.error = Object.assign(new Error(event.httpMethod === 'HEAD' ? '' : text), {
      statusCode: refusal.status,
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
