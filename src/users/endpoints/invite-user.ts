import { problemDocs } from '#docs'
import { toInviteAgain } from '../../mail/account-link.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { sessionRequired } from '../../platform/http/request/authentication.ts'
import { mayUseEmail } from '../../platform/identity/email-use.ts'
import { toEmailStatus, users, type StoredUser } from '../../platform/identity/user.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { requireSessionForAdministrator } from '../access.ts'
import { whyNotInvited } from '../invitation.ts'
import { signInMethods } from '../user/sign-in-methods.ts'

const notInvitable = problem('users.not_invitable', 409, {
  wording: (why: string = 'only active people who cannot sign in yet are invited') =>
    `The person is not invited: ${why}.`,
  docs: problemDocs({
    meaning: 'The person can already sign in, is deactivated, or cannot be sent an invitation.',
    example: [],
  }),
})

const requireInvitableUser = (user: StoredUser): void => {
  const { password, oidc } = signInMethods(user)
  const isInvitable = user.type === 'person' && user.is_active && !password && oidc.length === 0
  if (!isInvitable) throw notInvitable()
  if (!mayUseEmail(user, 'invitation')) {
    const isMoved = toEmailStatus(user) === 'unconfirmed'
    throw notInvitable(
      isMoved
        ? 'their new address is unconfirmed; set its "email_status" to ok first'
        : 'their address has rejected email; give them another one',
    )
  }
  const why = whyNotInvited(user.role)
  if (why !== undefined) throw notInvitable(why)
}

export const inviteUser = endpoint('POST /users/{id}/invitation', {
  access: 'admin',
  effect: 'admin',
  summary: 'Invite a user again',
  success: 'The invitation will be sent.',
  description:
    'For a person who was invited by email and has not chosen a password. The new link is valid once, for ' +
    'seven days, and replaces the previous one. Also invite people again after a change of their email ' +
    'address, which ends links sent before.',
  problems: [notInvitable, sessionRequired.as({ when: 'Access tokens must not invite administrators.' })],
  handle: ({ params, sessionId }) =>
    retryOnConflict(async () => {
      const [user, operations] = await Promise.all([users.get(params), toInviteAgain(params.id)])
      requireSessionForAdministrator(sessionId, user.role)
      requireInvitableUser(user)
      await transact(operations)
    }),
})
