import { toInvite } from '../../mail/account-link.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import type { Role } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { whyNotInvited } from '../invitation.ts'
import { registerUser } from '../registration.ts'
import { NewUser, requireNoService } from '../user/input.ts'
import { sessionRequired } from '../../platform/http/request/authentication.ts'
import { toEmailStatus } from '../../platform/identity/user.ts'
import { requireSessionForAdministrator } from '../access.ts'
import { emailTaken } from '../credentials.ts'
import { signInMethods } from '../user/sign-in-methods.ts'
import { User } from '../user/user.ts'

/** Throws 422 if an invitation cannot be sent, or its link would be useless. */
const requireInvitableRole = (role: Role): void => {
  const why = whyNotInvited(role)
  if (why !== undefined) throw invalid('password', `is required for a person: ${why}`)
}

export const createUser = endpoint('POST /users', {
  access: 'admin',
  summary: 'Create a user',
  effect: 'admin',
  description:
    'A person with a password can sign in at once with it and the email address. They are not notified: give ' +
    'them the password yourself. A person without a password gets an email with a link to choose one, which is ' +
    'valid once, for seven days. The address of a person who is invited, or who is created with an access ' +
    'token, is `unconfirmed` at first. A service account has no password and cannot sign in; programs use it ' +
    'by its access tokens. Access tokens must not create administrators.',
  body: NewUser,
  response: User,
  location: '/users/{id}',
  problems: [emailTaken, sessionRequired.as({ when: 'Access tokens must not create administrators.' })],
  handle: async ({ sessionId, body: { password, ...user } }) => {
    requireSessionForAdministrator(sessionId, user.role)
    const isInvited = user.type === 'person' && password === undefined
    if (isInvited) requireInvitableRole(user.role)
    if (password !== undefined) {
      requireNoService(user)
      const { requireStrong } = await import('../password-strength.ts')
      await requireStrong(password, user)
    }
    const isUnconfirmed = user.type === 'person' && (isInvited || sessionId === '')
    const fields = { ...user, ...(isUnconfirmed && { email_status: 'unconfirmed' }) }
    const made = await registerUser(fields, password, ({ id }) => (isInvited ? toInvite(id) : []))
    return { ...made, email_status: toEmailStatus(made), sign_in: signInMethods(made) }
  },
})
