import type { ProblemStatus, Problem } from '../runtime/problem.ts'
import type * as z from '../schema/schema.ts'

/** The fields of a problem that a protocol's error body may contain. */
export type ProblemSummary = Pick<Problem, 'status' | 'code' | 'message' | 'fields'>

/**
 * A foreign protocol with its own form of JSON, for the documentation and for tests. Responses set their media type
 * themselves, and `problemPages` of the spec renders problems in that form.
 */
export interface ErrorFormat {
  mediaType: string
  /** Returns the protocol's status for one of this API. */
  statusOf: (status: ProblemStatus) => ProblemStatus
  /** Schema of a problem's body. */
  problem: z.ZodType
  bodyOf: (problem: ProblemSummary) => object
}
