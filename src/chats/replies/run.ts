import { ModelError } from '../../models/generation-request.ts'
import { isOutOfTokens } from '../../models/usage-problems.ts'
import { log } from '../../platform/runtime/log.ts'
import { messages } from '../message/message.ts'
import type { PendingReply } from '../queues.ts'
import { writeReply } from './agent.ts'
import { loadReplyContext, ReplyRefused } from './context.ts'
import { openDraft, ReplySuperseded, type ReplyDraft } from './draft.ts'
import { isLeased, takeLease, withLease, type Lease } from '../lease.ts'
import type { Emit } from './run-state.ts'
import { loadSteps } from './step.ts'

/** Time limit for one run of a reply: ten minutes. */
const maxRunMilliseconds = 600_000

/** Marks the reply as failed unless another run has taken over. */
const failReply = async (draft: ReplyDraft, error: string): Promise<void> => {
  try {
    await draft.save({ status: 'failed', error })
  } catch (failure) {
    if (!(failure instanceof ReplySuperseded)) throw failure
  }
}

/** Returns the explanation of an error that a retry cannot fix; undefined for all other errors. */
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
    // a refusal contains names of assistants
    log.warn('reply failed', { reason: error instanceof ReplyRefused ? error.name : reason })
    await failReply(draft, reason)
  } finally {
    stop.abort()
  }
}

/**
 * Writes a pending reply under the lease `given` or an acquired one. Returns false if another run holds the lease. Safe
 * to call again at any time: it resumes an interrupted run. Throws errors that are worth a retry.
 */
export const runReply = async (ref: PendingReply, emit: Emit = () => {}, given?: Lease): Promise<boolean> => {
  const message = await messages.find(ref)
  if (message?.status !== 'pending') return true
  const lease = given ?? (await takeLease(message))
  if (!lease) return false
  await withLease(lease, () => runLeased(ref, emit))
  return true
}

/**
 * Marks a reply as failed after repeated failures. Throws while another run holds the lease, since it may be
 * interrupted.
 */
export const abandonReply = async (ref: PendingReply): Promise<void> => {
  const message = await messages.find(ref)
  if (message?.status !== 'pending') return
  if (await isLeased(message)) throw new Error('Another worker is writing the reply.')
  await failReply(openDraft(message), 'The reply could not be written; it can be retried.')
}
