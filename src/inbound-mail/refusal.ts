import type { RefusalReason } from '../mail/mail.ts'
import { doneBefore } from '../platform/table/idempotent-write.ts'
import { Problem, type ProblemStatus } from '../platform/runtime/problem.ts'

/** Rejection of a mail: the message is logged, and the reason is sent to an authenticated sender. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
  readonly reason: RefusalReason

  constructor(message: string, reason: RefusalReason = 'other') {
    super(message)
    this.reason = reason
  }
}

/** Returns true if a retry cannot succeed. A problem with `Retry-After` can. */
export const isFinal = (error: unknown): error is MailRefusal | Problem =>
  error instanceof MailRefusal ||
  (error instanceof Problem && error.status < 500 && error.headers['Retry-After'] === undefined)

/** Reasons by status; hidden and missing resources share a reason, so that the reply does not reveal which it is. */
const reasons: Partial<Record<ProblemStatus, RefusalReason>> = {
  403: 'unavailable',
  404: 'unavailable',
  409: 'closed',
  413: 'too_large',
}

/** Returns the reason for the reply to the sender; undefined if an earlier attempt already processed the mail. */
export const toRefusalReason = (refusal: MailRefusal | Problem): RefusalReason | undefined => {
  if (refusal instanceof MailRefusal) return refusal.reason
  return refusal.code === doneBefore.code ? undefined : (reasons[refusal.status] ?? 'other')
}
