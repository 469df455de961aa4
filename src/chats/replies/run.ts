import { ModelError } from '../../models/generation-request.ts'
import { isOutOfTokens } from '../../models/usage-problems.ts'
import { log } from '../../platform/runtime/log.ts'
import { messages } from '../message/message.ts'
import type { PendingReply } from '../queues.ts'
import { writeReply } from './agent.ts'
import { loadReplyContext, ReplyRefused } from './context.ts'
import { openDraft, ReplySuperseded, type ReplyDraft } from './draft.ts'
import { isLeased, takeLease, withLease, type Lease } from './lease.ts'
import type { Emit } from './run-state.ts'
import { loadSteps } from './step.ts'

/** How long one run may work on a reply: ten minutes. */
const maxRunMilliseconds = 600_000

/** Ends the reply, unless it was superseded. */
const failReply = async (draft: ReplyDraft, error: string): Promise<void> => {
  try {
    await draft.save({ status: 'failed', error })
  } catch (failure) {
    if (!(failure instanceof ReplySuperseded)) throw failure
  }
}

/** What is said of an error that trying again does not mend; undefined for all others. */
const permanentFailure = (error: unknown, deadline: AbortSignal): string | undefined => {
  if (deadline.aborted) return 'The reply took too long.'
  if (error instanceof ModelError) return error.reason
  if (isOutOfTokens(error)) return error.message
  return error instanceof ReplyRefused ? error.message : undefined
}

const runLeased = async (ref: PendingReply, emit: Emit): Promise<void> => {
  const message = await messages.find(ref)
  if (message?.status !== 'pending') return
  const draft = openDraft(message)
  const deadline = AbortSignal.timeout(maxRunMilliseconds)
  const stop = new AbortController()
  const signal = AbortSignal.any([deadline, stop.signal])
  try {
    const [context, steps] = await Promise.all([loadReplyContext(message), loadSteps(message.id)])
    await writeReply({ draft, context, steps, signal, emit })
  } catch (error) {
    if (error instanceof ReplySuperseded) return
    const reason = permanentFailure(error, deadline)
    if (reason === undefined) throw error
    // a refusal names assistants as people call them
    log.warn('reply failed', { reason: error instanceof ReplyRefused ? error.name : reason })
    await failReply(draft, reason)
  } finally {
    stop.abort()
  }
}

/**
 * Writes a pending reply, alone: with the lease `given`, or one that it takes. False when somebody else is at
 * it. May be asked again at any time, and goes on where the last one was cut off. Throws what is worth trying
 * again.
 */
export const runReply = async (ref: PendingReply, emit: Emit = () => {}, given?: Lease): Promise<boolean> => {
  const message = await messages.find(ref)
  if (message?.status !== 'pending') return true
  const lease = given ?? (await takeLease(message))
  if (!lease) return false
  await withLease(lease, () => runLeased(ref, emit))
  return true
}

/** Ends a reply that has failed again and again. Throws while somebody works on it, who may yet be cut off. */
export const abandonReply = async (ref: PendingReply): Promise<void> => {
  const message = await messages.find(ref)
  if (message?.status !== 'pending') return
  if (await isLeased(message)) throw new Error('Somebody is at the reply.')
  await failReply(openDraft(message), 'The reply could not be written; it can be retried.')
}
