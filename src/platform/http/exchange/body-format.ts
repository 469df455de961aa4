import type { DeclaredProblem } from '../../runtime/problem.ts'
import type { Middleware } from './request-state.ts'

/** Format of a body that is not JSON, and the step of a request that parses it. */
export interface BodyFormat extends Middleware {
  mediaType: string
  /** Problems that the step throws in addition to 422. */
  problems: readonly DeclaredProblem[]
}
