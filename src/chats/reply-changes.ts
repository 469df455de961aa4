import type { Actor } from '../platform/identity/actor.ts'
import { conflict, forbidden } from '../platform/runtime/problem.ts'
import { transact } from '../platform/table/table.ts'
import type { Changes } from '../platform/table/changes.ts'
import { isOwner } from './access.ts'
import { loadMessage } from './feed.ts'
import { leases } from './replies/lease.ts'
import { messages, type StoredMessage } from './message.ts'
import { awaitsConfirmation, presentCalls } from './replies/tool-call-view.ts'
import { callsOf, loadSteps } from './replies/step.ts'

type Status = StoredMessage['status']

const requireAsker = ({ id }: Actor, { asker }: StoredMessage): void => {
  if (asker?.id !== id)
    throw forbidden(
      'chats.asker_required',
      'Only the person who asked for the reply may do this: it acts with their rights.',
    )
}

const requireStatus = (reply: StoredMessage, wanted: Status[]): void => {
  if (reply.role !== 'assistant')
    throw conflict('chats.no_reply', 'The message is not a reply of an assistant.')
  if (!wanted.includes(reply.status))
    throw conflict('chats.reply_status', `The reply is ${reply.status}, not ${wanted.join(' or ')}.`)
}

const refusals = (decisions: Record<string, boolean>) =>
  Object.fromEntries(Object.entries(decisions).filter(([, isApproved]) => !isApproved))

/**
 * Cancels a reply that is pending or waits: nothing more is called from then on, and what was let through waits again
 * should the reply be asked for again. Whoever is at it is so no more. By who asked, or the chat's owner.
 */
export const cancelReply = async (actor: Actor, chat_id: string, id: string): Promise<StoredMessage> => {
  const { chat, message } = await loadMessage(actor, chat_id, id)
  return messages.modify(message, async (reply) => {
    if (reply.role === 'assistant' && !isOwner(actor, chat)) requireAsker(actor, reply)
    requireStatus(reply, ['pending', 'requires_action'])
    const changes = { status: 'cancelled', error: null, decisions: refusals(reply.decisions) } as const
    const { thing, ...cancelling } = messages.toUpdate(reply, changes)
    await transact([cancelling, leases.toRemove(reply)])
    return thing
  })
}

const restarted: Changes<StoredMessage> = { status: 'pending', error: null, streamed: false }

/** Asks for a failed or cancelled reply again; it goes on behind what was done before. By who asked. */
export const retryReply = async (actor: Actor, chat_id: string, id: string): Promise<StoredMessage> => {
  const { message } = await loadMessage(actor, chat_id, id)
  return messages.update(message, (reply) => {
    if (reply.role === 'assistant') requireAsker(actor, reply)
    requireStatus(reply, ['failed', 'cancelled'])
    return restarted
  })
}

/** Lets the calls through that a reply waits with, or refuses them; the reply goes on. By who asked. */
export const confirmReply = async (
  actor: Actor,
  chat_id: string,
  id: string,
  approve: boolean,
): Promise<StoredMessage> => {
  const { message } = await loadMessage(actor, chat_id, id)
  const steps = await loadSteps(message.id)
  const last = steps.at(-1)
  return messages.update(message, (reply) => {
    if (reply.role === 'assistant') requireAsker(actor, reply)
    requireStatus(reply, ['requires_action'])
    const waiting = last ? callsOf(last).filter((one) => awaitsConfirmation(one, reply.decisions)) : []
    const decisions = {
      ...reply.decisions,
      ...Object.fromEntries(waiting.map((one) => [one.id, approve])),
    }
    return { ...restarted, decisions, calls: JSON.stringify(presentCalls(steps, decisions)) }
  })
}
