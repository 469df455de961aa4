import type { Actor } from '../../platform/identity/actor.ts'
import { narrowerScope } from '../../platform/identity/token-scope.ts'
import { findModel } from '../../models/configured-models.ts'
import { requireTokens, toCountReplies } from '../../models/usage.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { transact, writeTogether } from '../../platform/table/table.ts'
import type { Changes } from '../../platform/table/changes.ts'
import { chatPolicy } from '../chat/access.ts'
import { loadMessage } from '../message/feed.ts'
import { messages, type StoredMessage } from '../message/message.ts'
import { keptRefusals, requireStatus, toCancel, unfinished } from '../message/reply-status.ts'

export const askerRequired = problem(
  'chats.asker_required',
  403,
  'Only the person who requested the reply may do this, because it acts with their rights.',
)

export const requireAsker = ({ id }: Actor, { asker }: StoredMessage): void => {
  if (asker?.id !== id) throw askerRequired()
}

/** Cancels a pending or waiting reply ({@link toCancel}). Allowed for the asker and the owner of the chat. */
export const cancelReply = async (actor: Actor, chat_id: string, id: string): Promise<StoredMessage> => {
  const { chat, message } = await loadMessage(actor, chat_id, id)
  return messages.modify(message, async (reply) => {
    if (reply.role === 'assistant' && !chatPolicy.allows(chat, actor, 'manage')) requireAsker(actor, reply)
    requireStatus(reply, unfinished)
    const { thing, operations } = toCancel(reply)
    await transact(operations)
    return thing
  })
}

export const restarted: Changes<StoredMessage> = { status: 'pending', error: null, streamed: false }

/**
 * Retries a failed or cancelled reply, with the assistant's model or another one. The retry continues after the
 * completed calls; approved calls that have not run wait again. Allowed for the asker. Throws 422 for an unknown model,
 * 429 beyond the limits of replies and tokens.
 */
export const retryReply = async (
  actor: Actor,
  chat_id: string,
  id: string,
  model_id: string | undefined,
): Promise<StoredMessage> => {
  if (model_id !== undefined && !(await findModel(actor, model_id)))
    throw invalid('model_id', 'must be the ID of a model from GET /models')
  const hasTokens = awaitLater(requireTokens(actor))
  const { message } = await loadMessage(actor, chat_id, id)
  return messages.modify(message, async (reply) => {
    if (reply.role === 'assistant') requireAsker(actor, reply)
    requireStatus(reply, ['failed', 'cancelled'])
    await hasTokens
    const limit = actor.scope && { asker_scope: narrowerScope(reply.asker_scope, actor.scope) }
    const chosen = { requested_model_id: model_id ?? null, model_id: model_id ?? reply.model_id }
    const asked = {
      ...restarted,
      ...chosen,
      ...limit,
      asker_token_id: actor.token_id ?? null,
      decisions: keptRefusals(reply.decisions),
      waiting_since: null,
    }
    const { thing, ...update } = messages.toUpdate(reply, asked)
    await writeTogether([update, ...(await toCountReplies(actor, 1))])
    return thing
  })
}
