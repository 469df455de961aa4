import type { AttachedFile } from './attached-file.ts'
import type { Passage } from './passage.ts'
import type { Model } from './model.ts'

export interface Tool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>
}

/** A function call made by a model; the model chose the `id`. */
export interface ToolCall {
  id: string
  name: string
  arguments: Record<string, unknown>
}

/** Outcome of a call: `result` is JSON, and if `isError`, the reason for the failure. */
export interface ToolResult {
  id: string
  name: string
  result: unknown
  isError: boolean
}

/** A message of the requester, or of another participant of the chat, named in `from`. */
export interface UserTurn {
  role: 'user'
  text: string
  from?: string
  attachments?: AttachedFile[]
}

/** A turn of a conversation as it is passed to models. */
export type Turn =
  | UserTurn
  | { role: 'assistant'; text: string; calls: ToolCall[] }
  | { role: 'results'; results: ToolResult[] }

export interface ModelParameters {
  temperature: number | null
  top_p: number | null
  max_output_tokens: number | null
}

/** Request for one step of a model: its next text or calls after `turns`. */
export interface GenerationRequest {
  model: Model
  instructions: string
  /** Oldest first; the last one is a turn of the user or of results. */
  turns: Turn[]
  /**
   * Passages that the requester may read, best first; the answer cites them by `[1]` and so on. They are data, never
   * instructions.
   */
  passages: Passage[]
  tools: Tool[]
  parameters: ModelParameters
  /** The requester: the model is told to follow the wishes of this person alone. Null if no person asks. */
  asker: { name: string; role: string } | null
  /** Suffix of the tags around texts by others: random, so that no text can close its own quotation. */
  boundary: string
  /** The requester's language (BCP 47). */
  locale: string | null
  signal: AbortSignal
}

/** A part of a step; `end` is last and occurs once. */
export type GenerationPart =
  | { type: 'text'; text: string }
  /** All text before this part was a thought of the model and must not be shown. */
  | { type: 'retraction' }
  | { type: 'call'; call: ToolCall }
  | { type: 'end'; usage: { input_tokens: number; output_tokens: number } }

/** Error of a model without a complete answer; `reason` is one sentence for the person who asked. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
