import { docs, problemDocs } from '#docs'
import { findLink } from '../../mail/account-link.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { confirmedEmail } from '../../platform/identity/email-use.ts'
import { signInEnvironment } from '../../platform/runtime/environment.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { problem } from '../../platform/runtime/problem.ts'
import * as z from '../../platform/schema/schema.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { hashPassword, newPassword } from '../../users/password.ts'
import { toChangeUser } from '../../users/registration.ts'

const resetTokenInvalid = problem('auth.reset_token_invalid', 422, {
  wording: 'The link is invalid, used, expired, or replaced by a newer one; request a new one.',
  docs: problemDocs({
    meaning:
      'The token is invalid, used, expired, replaced by a newer one, or for a former address or password.',
  }),
})

/** Returns the valid link with this token, and the write that uses it up; throws 422. */
const getLink = async (token: string) => {
  const link = await findLink(token)
  if (!link?.user.is_active) throw resetTokenInvalid()
  if (!signInEnvironment.passwordLogin && link.user.role !== 'admin') throw resetTokenInvalid()
  return link
}

export const confirmPasswordReset = endpoint('POST /auth/password-reset/confirm', {
  access: 'public',
  summary: 'Set a new password with a token from an email',
  success: 'The password is changed.',
  description:
    'Ends all sessions of the person and notifies them by email. If `GET /auth/methods` restricts passwords to ' +
    'administrators, this is restricted to administrators as well.',
  body: z.strictObject({
    token: z
      .string()
      .max(200)
      .meta(docs('The part of the link after `#token=`.', { examples: ['01990c1e.Bz3qKx7mWvT1'] })),
    password: newPassword,
  }),
  // never users.email_taken: no address is changed
  // never users.last_administrator: no role is changed
  // never users.erased: an erased person has no such link
  problems: [resetTokenInvalid],
  handle: async ({ body: { token, password } }) => {
    const first = await getLink(token)
    setOrigin({ actor_id: first.user.id })
    const { requireStrong } = await import('../../users/password-strength.ts')
    await requireStrong(password, first.user)
    const password_hash = await hashPassword(password)
    await retryOnConflict(async (attempt) => {
      const { user, toUse } = attempt === 0 ? first : await getLink(token)
      // the holder of the link receives mail at this address
      const { operations } = await toChangeUser(user, confirmedEmail(user), { password_hash })
      await transact([toUse, ...operations])
    })
  },
})
