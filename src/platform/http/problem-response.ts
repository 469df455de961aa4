import { responseHeaders, headerOf } from './http-reply.ts'
import { log } from '../runtime/log.ts'
import { Problem } from '../runtime/problem.ts'
import type { Middleware } from './request-state.ts'

/** Anything but a Problem is a bug of ours; clients see nothing of it. */
const problemOf = (error: unknown) =>
  error instanceof Problem
    ? error
    : new Problem(500, 'service.failed', 'Something went wrong on our side.', { cause: error })

/** Gives any error the shape that `@middy/http-error-handler` renders: `{detail}` and our headers. */
export const shapeError = (route: string): Middleware => ({
  onError: (request) => {
    const { event } = request
    const problem = problemOf(request.error)
    // a 501 is what the client asked for and nothing that went wrong
    if (problem.status >= 500 && problem.status !== 501)
      log.error('request failed', problem.cause ?? problem, { route })
    // HEAD has no body (RFC 9110 section 9.3.2)
    const isBodiless = event.httpMethod === 'HEAD'
    const body = isBodiless ? '' : JSON.stringify({ detail: problem.message, ...problem.fields })
    request.error = Object.assign(new Error(body), {
      statusCode: problem.status,
      expose: true,
      headers: {
        ...responseHeaders(event.requestContext.requestId, headerOf(event, 'origin')),
        ...problem.headers,
        'X-Error-Code': problem.code,
      },
    })
  },
})
