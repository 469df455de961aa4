import type { ProblemStatus, Problem } from '../runtime/problem.ts'
import type * as z from '../schema/schema.ts'

/** What of a problem its form shows. */
export type ShownProblem = Pick<Problem, 'status' | 'code' | 'message' | 'fields'>

/**
 * A protocol of others that has JSON of its own form: for the documentation and for tests. Answers say their media type
 * themselves, and `problemPages` of the spec show problems so.
 */
export interface Protocol {
  mediaType: string
  /** The status that it has for one of ours. */
  statusOf: (status: ProblemStatus) => ProblemStatus
  /** What the body of a problem is. */
  problem: z.ZodType
  bodyOf: (problem: ShownProblem) => object
}
