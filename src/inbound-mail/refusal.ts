import type { RefusalReason } from '../mail/mail.ts'
import { doneBefore } from '../platform/table/idempotent-write.ts'
import { Problem, type ProblemStatus } from '../platform/runtime/problem.ts'

/** Why nothing becomes of a mail: the message comes into the log, and the reason is told to a person who sent it. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
  readonly reason: RefusalReason

  constructor(message: string, reason: RefusalReason = 'other') {
    super(message)
    this.reason = reason
  }
}

/** What is only ever so for this mail: trying again would be of no use, unless the problem says when it would. */
export const isFinal = (error: unknown): error is MailRefusal | Problem =>
  error instanceof MailRefusal ||
  (error instanceof Problem && error.status < 500 && error.headers['Retry-After'] === undefined)

/** What must not tell a thing that is hidden from one that is gone has the same reason for both. */
const reasons: Partial<Record<ProblemStatus, RefusalReason>> = {
  403: 'unavailable',
  404: 'unavailable',
  409: 'closed',
  413: 'too_large',
}

/** What the sender of a mail is told of its refusal; undefined where it was done, by a run before. */
export const refusalReasonOf = (refusal: MailRefusal | Problem): RefusalReason | undefined => {
  if (refusal instanceof MailRefusal) return refusal.reason
  return refusal.code === doneBefore.code ? undefined : (reasons[refusal.status] ?? 'other')
}
