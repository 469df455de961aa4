import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Problem, ProblemStatus } from '../../runtime/problem.ts'
import type { OutgoingHeaders } from './http-reply.ts'

/** What a problem is sent with: its body is JSON when there is none here. */
export interface ProblemContent {
  /** Another status than the problem's own. */
  status?: ProblemStatus
  headers: OutgoingHeaders
  body?: string
}

/**
 * Renders problems in another form: a page for a person (problem-page.ts), or another protocol's JSON. Endpoints import
 * it or load it on demand, so that no other function contains it.
 */
export type ProblemPages = (
  problem: Problem,
  event: APIGatewayProxyEvent,
) => ProblemContent | Promise<ProblemContent>
