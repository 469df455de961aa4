import { told } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { narrowerScope } from '../../platform/identity/token-scope.ts'
import { findModel } from '../../models/configured-models.ts'
import { requireTokens, toCountReplies } from '../../models/usage.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact, writeTogether } from '../../platform/table/table.ts'
import type { Changes } from '../../platform/table/changes.ts'
import { chatPolicy } from '../access.ts'
import { loadMessage } from '../message/feed.ts'
import { leases } from './lease.ts'
import { messages, type StoredMessage } from '../message/message.ts'

type Status = StoredMessage['status']

const unfinished: Status[] = ['pending', 'requires_action']

export const askerRequired = problem(
  'chats.asker_required',
  403,
  'Only the person who requested the reply may do this, because it acts with their rights.',
)

export const noReply = problem('chats.no_reply', 409, 'The message is not a reply of an assistant.')

export const wrongStatus = problem('chats.reply_status', 409, {
  wording: (status: Status, wanted: readonly Status[]) =>
    `The reply is ${status}, not ${wanted.join(' or ')}.`,
  docs: told({
    meaning: 'The status of the reply does not allow this.',
    example: ['completed', ['failed', 'cancelled']],
  }),
})

export const requireAsker = ({ id }: Actor, { asker }: StoredMessage): void => {
  if (asker?.id !== id) throw askerRequired()
}

export const requireStatus = (reply: StoredMessage, wanted: Status[]): void => {
  if (reply.role !== 'assistant') throw noReply()
  if (!wanted.includes(reply.status)) throw wrongStatus(reply.status, wanted)
}

const refusals = (decisions: Record<string, boolean>) =>
  Object.fromEntries(Object.entries(decisions).filter(([, isApproved]) => !isApproved))

/** Returns true if a reply is being written or waits for a person. */
export const isUnfinished = ({ status }: StoredMessage): boolean => unfinished.includes(status)

/**
 * Returns the writes that cancel a reply, and the cancelled reply: no more calls run, approved calls wait again after a
 * retry, and the lease is removed.
 */
export const toCancel = (reply: StoredMessage): { thing: StoredMessage; operations: Operation[] } => {
  const changes = { status: 'cancelled', error: null, decisions: refusals(reply.decisions) } as const
  const { thing, ...cancelling } = messages.toUpdate(reply, changes)
  return { thing, operations: [cancelling, leases.toRemove(reply)] }
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
    throw invalid('model_id', 'must be the id of a model from GET /models')
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
      decisions: refusals(reply.decisions),
      waiting_since: null,
    }
    const { thing, ...update } = messages.toUpdate(reply, asked)
    await writeTogether([update, ...(await toCountReplies(actor, 1))])
    return thing
  })
}
