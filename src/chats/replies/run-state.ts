import type { ReplyContext } from './context.ts'
import type { ReplyDraft } from './draft.ts'
import type { ReplyStep } from './step.ts'

/** Tells anyone who listens what happens to a reply: pieces of its text, and its calls. */
export type Emit = (event: 'delta' | 'function_call', data: object) => void

/** What a run works with, from its beginning to its end. */
export interface RunState {
  readonly draft: ReplyDraft
  readonly context: ReplyContext
  /** The steps that were taken so far, by this run or by earlier ones. */
  readonly steps: ReplyStep[]
  readonly signal: AbortSignal
  readonly emit: Emit
}
