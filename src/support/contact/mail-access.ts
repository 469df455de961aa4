import { problemDocs } from '#docs'
import { mailEnvironment } from '../../platform/runtime/environment.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { anyOf, equals, exists, isAbsent } from '../../platform/table/condition.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { contacts } from './contact.ts'

export const contactUnreachable = problem('support.contact_unreachable', 409, {
  wording: (why: string) => `The contact cannot be reached by email: ${why}.`,
  docs: problemDocs({
    meaning:
      'The contact has been deleted, its email address has refused mail, or the service sends no email; the contact ' +
      'would not get the message.',
    example: ['this service sends no email'],
  }),
})

/** Throws 409 if the service sends no email, because contacts get their tickets only by email. */
export const requireContactMail = (): void => {
  if (!mailEnvironment.isSent) throw contactUnreachable('this service sends no email')
}

const emailStatus = ['summary', 'email_status']

/** Returns the condition that a contact exists; its transaction fails with 409 otherwise. */
export const toRequireContact = (id: string): Operation => ({
  key: contacts.keyOf({ id }),
  require: [exists('pk')],
  otherwise: contactUnreachable('the contact has been deleted'),
})

/** Returns the condition that a contact exists and gets mail; its transaction fails with 409 otherwise. */
export const toRequireMailedContact = (id: string): Operation => ({
  key: contacts.keyOf({ id }),
  // contacts of an earlier version have no status
  require: [exists('pk'), anyOf(isAbsent(emailStatus), equals(emailStatus, 'ok'))],
  otherwise: contactUnreachable('the contact has been deleted, or its "email_status" is not "ok"'),
})
