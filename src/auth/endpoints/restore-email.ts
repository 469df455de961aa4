import { docs, problemDocs } from '#docs'
import { findRestorable, formerEmails } from '../../mail/former-email.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { problem } from '../../platform/runtime/problem.ts'
import * as z from '../../platform/schema/schema.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { itemName, operationKey } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { toChangeUser } from '../../users/registration.ts'

const restoreTokenInvalid = problem('auth.restore_token_invalid', 422, {
  wording: 'The "token" is invalid, used or expired; ask an administrator to change the email address.',
  docs: problemDocs({ meaning: 'The token of the link is invalid, used or expired.' }),
})

export const restoreEmail = endpoint('POST /auth/email-restoration', {
  access: 'public',
  summary: 'Restore a former email address',
  success: 'The account has its former email address.',
  description:
    'After each change of a person’s email address, the former address gets a link with this token, which is ' +
    'valid for 7 days. It restores that address and ends all sessions and access tokens of the account.',
  body: z.strictObject({
    token: z
      .string()
      .max(600)
      .meta(
        docs('The part of the link after `#token=`.', { examples: ['bGluQGV4YW1wbGUuY29t.Bz3qKx7mWvT1'] }),
      ),
  }),
  // never users.email_taken: the former address is reserved
  // never users.last_administrator: the role stays
  // never users.erased: an erased person has no such link
  problems: [restoreTokenInvalid],
  handle: ({ body: { token } }) =>
    retryOnConflict(async () => {
      const found = await findRestorable(token)
      if (!found || found.user.erased_at !== null) throw restoreTokenInvalid()
      const { former, user, toUse } = found
      setOrigin({ actor_id: user.id })
      const changes = { email: former.email }
      const options = { movedStatus: former.status, endsAccess: true }
      const { operations } = await toChangeUser(user, changes, options)
      // a transaction writes each item only once, and this item is the reservation of the address
      const reserved = itemName(formerEmails.keyOf(former))
      await transact([toUse, ...operations.filter((one) => itemName(operationKey(one)) !== reserved)])
    }),
})
