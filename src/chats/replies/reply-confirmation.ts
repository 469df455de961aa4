import { docs, problemDocs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { assistants } from '../../assistants/assistant/assistant.ts'
import { isTrustable, toTrust, trusts } from '../../assistants/assistant/trust.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { loadMessage } from '../message/feed.ts'
import type { FunctionCall } from '../message/function-call.ts'
import { messages, type StoredMessage } from '../message/message.ts'
import { requireStatus } from '../message/reply-status.ts'
import { requireAsker, restarted } from './reply-changes.ts'

export const Confirmation = z.strictObject({
  approve: z.boolean().meta(docs('True to make the call, false to refuse it.')),
  call_id: z
    .string()
    .max(16)
    .optional()
    .meta(docs('ID of the call; required if several wait.', { examples: ['0.0'] })),
  trust: z
    .boolean()
    .default(false)
    .meta(
      docs(
        'True to let this version of the assistant call this function from now on without asking; only with ' +
          '`approve`, and for functions with the effect `write`.',
      ),
    ),
})
type Confirmation = z.output<typeof Confirmation>

/** Period in which a call can be confirmed: 24 hours. */
const maxWaitMilliseconds = 86_400_000

export const confirmationExpired = problem(
  'chats.confirmation_expired',
  409,
  'The call has waited for more than 24 hours; cancel the reply.',
)

export const assistantChanged = problem('chats.assistant_changed', 409, {
  wording: 'The assistant has changed since it made the call.',
  docs: problemDocs({
    meaning:
      'The assistant has changed since it made the call: confirm without `trust`, or cancel the reply.',
  }),
})

const requireRecentReply = ({ waiting_since, updated_at }: StoredMessage): void => {
  if (Date.now() - Date.parse(waiting_since ?? updated_at) > maxWaitMilliseconds) throw confirmationExpired()
}

/** Returns the selected one of the waiting calls. Throws 422 if there is none. */
const requireWaiting = (waiting: FunctionCall[], call_id: string | undefined): FunctionCall => {
  if (call_id === undefined && waiting.length > 1)
    throw invalid('call_id', 'is required if several calls wait')
  const call = call_id === undefined ? waiting[0] : waiting.find(({ id }) => id === call_id)
  if (!call) throw invalid('call_id', 'must be the ID of a waiting call')
  return call
}

/** Returns the write that stores the asker's trust in the assistant for a function. Throws 409, 422. */
const toTrustFunction = async (
  { id: user_id }: Actor,
  { author, assistant_version }: StoredMessage,
  { name }: FunctionCall,
): Promise<Operation> => {
  const [assistant, trust] = await Promise.all([
    assistants.find({ id: author.id }),
    trusts.find({ user_id, assistant_id: author.id }),
  ])
  if (assistant?.version !== assistant_version) throw assistantChanged()
  if (!assistant || !isTrustable(assistant, name))
    throw invalid('trust', 'is only allowed for functions with the effect "write"')
  return toTrust(trust, user_id, assistant, [name])
}

/** Returns the update of a reply after the asker's decision about one call; other waiting calls keep waiting. */
const toDecided = (reply: StoredMessage, { id }: FunctionCall, isApproved: boolean) => {
  const before = JSON.parse(reply.calls) as FunctionCall[]
  const status = isApproved ? 'pending' : 'refused'
  const calls = before.map((call) => (call.id === id ? { ...call, status } : call))
  return messages.toUpdate(reply, {
    ...restarted,
    decisions: { ...reply.decisions, [id]: isApproved },
    calls: JSON.stringify(calls),
    waiting_since: calls.some((call) => call.status === 'waiting') ? reply.waiting_since : null,
  })
}

/**
 * Approves a waiting call exactly as the message shows it, or refuses it; the reply then continues. Allowed for the
 * asker within 24 hours. With `trust`, later calls of the function need no confirmation. Throws 403, 404, 409, 422.
 */
export const confirmReply = async (
  actor: Actor,
  chat_id: string,
  id: string,
  { approve, call_id, trust }: Confirmation,
): Promise<StoredMessage> => {
  const { message } = await loadMessage(actor, chat_id, id)
  return messages.modify(message, async (reply) => {
    if (reply.role === 'assistant') requireAsker(actor, reply)
    requireStatus(reply, ['requires_action'])
    requireRecentReply(reply)
    const shown = JSON.parse(reply.calls) as FunctionCall[]
    const call = requireWaiting(
      shown.filter(({ status }) => status === 'waiting'),
      call_id,
    )
    if (trust && !approve) throw invalid('trust', 'cannot be combined with a refusal')
    const trusting = trust ? [await toTrustFunction(actor, reply, call)] : []
    const { thing, ...update } = toDecided(reply, call, approve)
    await transact([update, ...trusting])
    return thing
  })
}
