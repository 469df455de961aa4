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
 * How problems are shown to people (problem-page.ts). It is given, or loaded, by who uses it, so that no other function
 * has it.
 */
export type ProblemPages = (
  problem: Problem,
  event: APIGatewayProxyEvent,
) => ProblemContent | Promise<ProblemContent>
