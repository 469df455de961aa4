import { problemDocs } from '#docs'
import { problem } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { leases } from '../lease.ts'
import { messages, type StoredMessage } from './message.ts'

type Status = StoredMessage['status']

/** Statuses of a reply that is being written or waits for a person. */
export const unfinished: Status[] = ['pending', 'requires_action']

export const noReply = problem('chats.no_reply', 409, 'The message is not a reply of an assistant.')

export const wrongStatus = problem('chats.reply_status', 409, {
  wording: (status: Status, wanted: readonly Status[]) =>
    `The reply is ${status}, not ${wanted.join(' or ')}.`,
  docs: problemDocs({
    meaning: 'The status of the reply does not allow this.',
    example: ['completed', ['failed', 'cancelled']],
  }),
})

export const requireStatus = (reply: StoredMessage, wanted: Status[]): void => {
  if (reply.role !== 'assistant') throw noReply()
  if (!wanted.includes(reply.status)) throw wrongStatus(reply.status, wanted)
}

/** Returns the decisions that stay when a reply is cancelled or retried. */
export const keptRefusals = (decisions: Record<string, boolean>) =>
  Object.fromEntries(Object.entries(decisions).filter(([, isApproved]) => !isApproved))

/** Returns true if a reply is being written or waits for a person. */
export const isUnfinished = ({ status }: StoredMessage): boolean => unfinished.includes(status)

/**
 * Returns the writes that cancel a reply, and the cancelled reply: no more calls run, approved calls wait again after a
 * retry, and the lease is removed.
 */
export const toCancel = (reply: StoredMessage): { thing: StoredMessage; operations: Operation[] } => {
  const changes = { status: 'cancelled', error: null, decisions: keptRefusals(reply.decisions) } as const
  const { thing, ...cancelling } = messages.toUpdate(reply, changes)
  return { thing, operations: [cancelling, leases.toRemove(reply)] }
}
