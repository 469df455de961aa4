import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Problem, ProblemStatus } from '../../runtime/problem.ts'
import type { OutgoingHeaders } from './http-reply.ts'

/** Content of a problem response; if `body` is absent, the response is JSON. */
export interface ProblemContent {
  /** Status that replaces the problem's own. */
  status?: ProblemStatus
  headers: OutgoingHeaders
  body?: string
}

/**
 * Renders problems in another form: a page for a person (answer/problem-page.ts), or the JSON of another protocol.
 * Endpoints import the renderer or load it on demand, so that no other function contains it.
 */
export type ProblemPages = (
  problem: Problem,
  event: APIGatewayProxyEvent,
) => ProblemContent | Promise<ProblemContent>
