import { ModelError } from '../../models/generation-request.ts'
import { log } from '../../platform/runtime/log.ts'
import type { ReplyRef } from '../queues.ts'
import { openDraft, ReplySuperseded, type ReplyDraft } from './draft.ts'
import { withLease, isLeased, takeLease, type Lease } from './lease.ts'
import { messages } from '../message.ts'
import { writeReply, type Emit } from './agent.ts'
import { loadReplyContext, ReplyRefused } from './context.ts'
import { loadSteps } from './step.ts'

/** How long one run may work on a reply, in milliseconds: ten minutes. */
const runMilliseconds = 600_000

const failReply = (draft: ReplyDraft, error: string) => draft.save({ status: 'failed', error })

/** What is said of an error that trying again does not mend; undefined for all others. */
const permanentFailure = (error: unknown, deadline: AbortSignal): string | undefined => {
  if (deadline.aborted) return 'The reply took too long.'
  if (error instanceof ModelError) return error.reason
  return error instanceof ReplyRefused ? error.message : undefined
}

const runLeased = async (place: ReplyRef, tell: Emit) => {
  const [message, deadline] = [await messages.find(place), AbortSignal.timeout(runMilliseconds)]
  if (message?.status !== 'pending') return
  const draft = openDraft(message)
  const stop = new AbortController()
  try {
    const [scene, known] = await Promise.all([loadReplyContext(message), loadSteps(message.id)])
    await writeReply(draft, scene, known, AbortSignal.any([deadline, stop.signal]), tell)
  } catch (error) {
    if (error instanceof ReplySuperseded) return
    const reason = permanentFailure(error, deadline)
    if (reason === undefined) throw error
    // a refusal names assistants as people call them
    log.warn('reply failed', { reason: error instanceof ReplyRefused ? error.name : reason })
    await failReply(draft, reason).catch((failure: unknown) => {
      if (!(failure instanceof ReplySuperseded)) throw failure
    })
  } finally {
    stop.abort()
  }
}

/**
 * Writes a pending reply, alone: with the lease `given`, or one that it takes. False when somebody else is at
 * it. May be asked again at any time, and goes on where the last one was cut off. Throws what is worth trying
 * again.
 */
export const runReply = async (place: ReplyRef, tell: Emit = () => {}, given?: Lease): Promise<boolean> => {
  const message = await messages.find(place)
  if (message?.status !== 'pending') return true
  const lease = given ?? (await takeLease(message))
  if (!lease) return false
  await withLease(lease, () => runLeased(place, tell))
  return true
}

/** Ends a reply that has failed again and again. Throws while somebody is at it, who may yet be cut off. */
export const abandonReply = async (place: ReplyRef): Promise<void> => {
  const message = await messages.find(place)
  if (message?.status !== 'pending') return
  if (await isLeased(message)) throw new Error('Somebody is at the reply.')
  await failReply(openDraft(message), 'The reply could not be written; it can be retried.').catch(
    (error: unknown) => {
      if (!(error instanceof ReplySuperseded)) throw error
    },
  )
}
