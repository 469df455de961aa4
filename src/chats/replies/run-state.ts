import type { ReplyContext } from './context.ts'
import type { ReplyDraft } from './draft.ts'
import type { ReplyStep } from './step.ts'

/** Emits an event of a reply: a piece of its text, or a call. */
export type Emit = (event: 'delta' | 'function_call', data: object) => void

export interface RunState {
  readonly draft: ReplyDraft
  readonly context: ReplyContext
  /** Steps taken so far, by this run or earlier ones. */
  readonly steps: ReplyStep[]
  readonly signal: AbortSignal
  readonly emit: Emit
}
