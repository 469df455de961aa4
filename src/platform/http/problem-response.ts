import type { APIGatewayProxyEvent } from 'aws-lambda'
import { responseHeaders, headerOf, type OutgoingHeaders } from './http-reply.ts'
import { log } from '../runtime/log.ts'
import { Problem } from '../runtime/problem.ts'
import type { Middleware } from './request-state.ts'

/** Anything but a Problem is a bug of ours; clients see nothing of it. */
const problemOf = (error: unknown) =>
  error instanceof Problem
    ? error
    : new Problem(500, 'service.failed', 'Something went wrong on our side.', { cause: error })

/** What a problem is sent with: its body is JSON when there is none here. */
export interface ProblemContent {
  headers: OutgoingHeaders
  body?: string
}

/** How problems are shown to people (problem-page.ts). It is given by who uses it, so that no other function has it. */
export type ProblemPages = (problem: Problem, event: APIGatewayProxyEvent) => ProblemContent

const headersOf = (problem: Problem, event: APIGatewayProxyEvent, shown: OutgoingHeaders) => {
  const common = responseHeaders(event.requestContext.requestId, headerOf(event, 'origin'))
  const Vary = [shown['Vary'], common['Vary']].filter(Boolean).join(', ')
  return {
    ...common,
    ...shown,
    ...(Vary && { Vary }),
    ...problem.headers,
    'X-Error-Code': problem.code,
  }
}

/**
 * Gives any error the shape that `@middy/http-error-handler` renders: our headers, and `{detail}` or, where `pages`
 * shows it to the client, a page.
 */
export const shapeError = (route: string, pages?: ProblemPages): Middleware => ({
  onError: (request) => {
    const { event } = request
    const problem = problemOf(request.error)
    // a 501 is what the client asked for and nothing that went wrong
    if (problem.status >= 500 && problem.status !== 501)
      log.error('request failed', problem.cause ?? problem, { route })
    const { headers = {}, body } = pages?.(problem, event) ?? {}
    const text = body ?? JSON.stringify({ detail: problem.message, ...problem.fields })
    // HEAD has no body (RFC 9110 section 9.3.2)
    request.error = Object.assign(new Error(event.httpMethod === 'HEAD' ? '' : text), {
      statusCode: problem.status,
      expose: true,
      headers: headersOf(problem, event, headers),
    })
  },
})
