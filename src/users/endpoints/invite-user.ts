import { told } from '#docs'
import { toInviteAgain } from '../../mail/account-link.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { sessionRequired } from '../../platform/http/request/authentication.ts'
import { mayUseEmail } from '../../platform/identity/email-use.ts'
import { emailStatusOf, users, type StoredUser } from '../../platform/identity/user.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { requireSessionForAdministrator } from '../access.ts'
import { whyNotInvited } from '../invitation.ts'
import { signInMethods } from '../user/sign-in-methods.ts'

const notInvitable = problem('users.not_invitable', 409, {
  wording: (why: string = 'only an active person who cannot sign in yet is') =>
    `They are not invited: ${why}.`,
  docs: told({
    meaning: 'The person can sign in already, may not, or no invitation is sent here.',
    example: [],
  }),
})

const requireInvitable = (user: StoredUser): void => {
  const { password, oidc } = signInMethods(user)
  const isInvitable = user.type === 'person' && user.is_active && !password && oidc.length === 0
  if (!isInvitable) throw notInvitable()
  if (!mayUseEmail(user, 'invitation')) {
    const isMoved = emailStatusOf(user) === 'unconfirmed'
    throw notInvitable(
      isMoved
        ? 'their new address is unconfirmed; set its "email_status" to ok first'
        : 'their address has refused mail; give them another one',
    )
  }
  const why = whyNotInvited(user.role)
  if (why !== undefined) throw notInvitable(why)
}

export const inviteUser = endpoint('POST /users/{id}/invitation', {
  access: 'admin',
  effect: 'admin',
  summary: 'Invite a user again',
  success: 'The invitation is on its way.',
  description:
    'For a person who was invited by email to choose a password and has not done so: the new link is good for seven ' +
    'days and once, and the one before leads nowhere from now on. Invite them again as well after another email ' +
    'address, with which a link that was sent before ends.',
  problems: [notInvitable, sessionRequired.as({ when: 'A token invites no administrator.' })],
  handle: ({ params, sessionId }) =>
    retryOnConflict(async () => {
      const [user, operations] = await Promise.all([users.get(params), toInviteAgain(params.id)])
      requireSessionForAdministrator(sessionId, user.role)
      requireInvitable(user)
      await transact(operations)
    }),
})
