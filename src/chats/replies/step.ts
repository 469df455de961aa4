import * as z from '../../platform/schema/schema.ts'
import type { FunctionEffect } from '../../functions/effect.ts'
import type { Passage } from '../../models/passage.ts'
import type { ToolCall } from '../../models/generation-request.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'

/** A call of a step and its outcome, which is null until the call has finished. */
export interface StepCall {
  /** `<step>.<index>`; the model may reuse its own ID in another step. */
  id: string
  call: ToolCall
  /** Effect of an internal call, which no model can make (passages/search-call.ts). */
  effect?: FunctionEffect
  /** True if the asker must confirm the call; known once the earlier calls have finished. */
  waits?: boolean
  outcome: { result: unknown; error: string | null; writes?: string[] } | null
}

/** Retention of the steps of abandoned replies for a retry: 7 days, in seconds. */
const retentionSeconds = 7 * 86_400

/**
 * A step of a reply: the text and the calls of the model. Kept until the reply is completed, so that the next worker
 * knows the finished calls. The first step of the model stores the passages; a step before it, with `search`, asks for
 * approval of the passages (passages/search-call.ts). JSON values are stored as text, as in messages.
 */
export const replySteps = entity({
  name: 'chats.step',
  isInternal: true,
  schema: z.object({
    reply_id: z.string(),
    number: z.int(),
    text: z.string(),
    calls: z.string(),
    passages: z.string().default('[]'),
    search: z.string().optional(),
    input_tokens: z.int(),
    output_tokens: z.int(),
    until: z.int().default(() => epochSeconds() + retentionSeconds),
    version: z.int(),
  }),
  key: ({ reply_id, number }: { reply_id: string; number: number }) => ({
    pk: `chat-reply#${reply_id}`,
    sk: `step#${String(number).padStart(3, '0')}`,
  }),
  lists: {
    ofReply: { partition: ({ reply_id }: { reply_id: string }) => `chat-reply#${reply_id}`, prefix: 'step#' },
  },
  expires: ({ until }) => until,
})

export type ReplyStep = ThingOf<typeof replySteps>

export const parseStepCalls = ({ calls }: Pick<ReplyStep, 'calls'>) => JSON.parse(calls) as StepCall[]

/** Returns true for a step that no model has taken. */
export const isSearch = ({ search }: Pick<ReplyStep, 'search'>): boolean => search !== undefined

/** Returns the passages that the model read. */
export const parseStepPassages = (steps: ReplyStep[]) =>
  JSON.parse(steps.find((step) => !isSearch(step))?.passages ?? '[]') as Passage[]

export const loadSteps = (reply_id: string): Promise<ReplyStep[]> =>
  readAll(replySteps.in('ofReply', { reply_id }))

export const removeSteps = (steps: ReplyStep[]): Promise<void> => removeBatch(steps.map(replySteps.keyOf))
