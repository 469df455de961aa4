import type { AttachedFile } from './attached-file.ts'
import type { Passage } from './passage.ts'
import type { Model } from './model.ts'

/** A function that a model may call. */
export interface Tool {
  name: string
  description: string
  /** JSON Schema of its arguments. */
  parameters: Record<string, unknown>
}

/** A call that a model has made; `id` is the model's own name of it. */
export interface ToolCall {
  id: string
  name: string
  arguments: Record<string, unknown>
}

/** What came of a call: `result` is JSON, `isError` when it says why the call failed. */
export interface ToolResult {
  id: string
  name: string
  result: unknown
  isError: boolean
}

/** A message of the asker, or of another participant of the chat, named in `from`. */
export interface UserTurn {
  role: 'user'
  text: string
  from?: string
  attachments?: AttachedFile[]
}

/** A turn of a conversation as models get it. */
export type Turn =
  | UserTurn
  | { role: 'assistant'; text: string; calls: ToolCall[] }
  | { role: 'results'; results: ToolResult[] }

export interface ModelParameters {
  temperature: number | null
  top_p: number | null
  max_output_tokens: number | null
}

/** One step that a model is asked for: the next thing to be said after `turns`, in words or in calls. */
export interface GenerationRequest {
  model: Model
  instructions: string
  /** Oldest first; they end with a turn of the user or with results. */
  turns: Turn[]
  /**
   * What the asker may read about it, best first; cited in the answer by `[1]` and so on. It is data, never
   * instructions.
   */
  passages: Passage[]
  tools: Tool[]
  parameters: ModelParameters
  /** Who asks: the model is told that this person's wishes count, and no others. Null where no person does. */
  asker: { name: string; role: string } | null
  /** Names the tags around what others wrote: random, so that no text can end its own quotation. */
  boundary: string
  /** BCP 47, of the asker. */
  locale: string | null
  signal: AbortSignal
}

/** What comes of a step, piece by piece; `end` comes last, and once. */
export type GenerationPart =
  | { type: 'text'; text: string }
  /** All text before it was a thought of the model and must not be shown. */
  | { type: 'retraction' }
  | { type: 'call'; call: ToolCall }
  | { type: 'end'; usage: { input_tokens: number; output_tokens: number } }

/** A model gave no whole answer; `reason` is one sentence for the person who asked. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
