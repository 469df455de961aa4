import * as z from '../../platform/schema/schema.ts'
import type { FunctionEffect } from '../../functions/effect.ts'
import type { Passage } from '../../models/passage.ts'
import type { ToolCall } from '../../models/generation-request.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'

/** A call of a step and what came of it; `outcome` is null while it is not over. */
export interface StepCall {
  /** `<step>.<index>`; the model's own id may come again in another step. */
  id: string
  call: ToolCall
  /** Of a call of the platform's own, which no model can make (search-call.ts). */
  effect?: FunctionEffect
  /** Whether the asker is asked before it is made; known once the calls before it are over. */
  waits?: boolean
  outcome: { result: unknown; error: string | null; writes?: string[] } | null
}

/** Steps of replies that were given up are kept for this many seconds, for who asks for them again: 7 days. */
const retentionSeconds = 7 * 86_400

/**
 * A step of a reply: what the model said, and what it called for. Kept until the reply is completed, so that
 * the next worker knows what was done. What the model was given to read stands in the first one; a step before
 * that, with `search`, asks whether it may be (search-call.ts). All JSON is text, as in messages.
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

export const callsOf = ({ calls }: Pick<ReplyStep, 'calls'>) => JSON.parse(calls) as StepCall[]

/** Whether no model has taken this step. */
export const isSearch = ({ search }: Pick<ReplyStep, 'search'>): boolean => search !== undefined

/** What the model was given to read. */
export const passagesOf = (steps: ReplyStep[]) =>
  JSON.parse(steps.find((step) => !isSearch(step))?.passages ?? '[]') as Passage[]

/** The steps of a reply so far. */
export const loadSteps = (reply_id: string): Promise<ReplyStep[]> =>
  readAll(replySteps.in('ofReply', { reply_id }))

export const removeSteps = (steps: ReplyStep[]): Promise<void> => removeBatch(steps.map(replySteps.keyOf))
