import { problemDocs } from '#docs'
import { mailEnvironment } from '../../platform/runtime/environment.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { exists } from '../../platform/table/condition.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { contacts } from './contact.ts'

export const contactUnreachable = problem('support.contact_unreachable', 409, {
  wording: (why: string) => `The contact cannot be reached by email: ${why}.`,
  docs: problemDocs({
    meaning:
      'The contact has been deleted, or the service sends no email; the contact would not get the message.',
    example: ['the contact has been deleted'],
  }),
})

/** Throws 409 if the service sends no email, because contacts get their tickets only by email. */
export const requireContactMail = (): void => {
  if (!mailEnvironment.isSent) throw contactUnreachable('this service sends no email')
}

/** Returns the condition that a contact exists; its transaction fails with 409 otherwise. */
export const toRequireContact = (id: string): Operation => ({
  key: contacts.keyOf({ id }),
  require: [exists('pk')],
  otherwise: contactUnreachable('the contact has been deleted'),
})
