import { tokenInvalid } from '../../platform/identity/actor.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { transact } from '../../platform/table/table.ts'
import { users } from '../../platform/identity/user.ts'
import { isOpenSession, sessions } from '../../platform/identity/session.ts'
import { toRequireNoLogout } from '../oidc/logouts.ts'
import { toSignIn } from '../session/sign-in.ts'
import { sessionClient } from '../session/client.ts'
import { beginSession, Token } from '../token.ts'

export const refresh = endpoint('POST /auth/refresh', {
  profile: 'login',
  requiresSession: true,
  summary: 'Exchange the access token for a new one',
  success: 'A new access token.',
  description:
    'Revokes the old token at once. The new one has the person’s current role and a full lifetime, but ends at ' +
    'the latest 30 days after the sign-in.',
  response: Token,
  // never users.user_not_found: a session ends before its person does
  handle: async ({ actor, sessionId, ...request }) => {
    const ids = { user_id: actor.id, id: sessionId }
    const [user, before] = await Promise.all([users.get(actor), sessions.find(ids)])
    if (!before || !isOpenSession(before, user)) throw tokenInvalid()
    const beginning = { ...toSignIn(before), ...sessionClient(request) }
    const { session, token } = await beginSession(user, beginning)
    const { oidc } = beginning
    const unended = oidc ? toRequireNoLogout(oidc, tokenInvalid()) : []
    await transact([sessions.toCreate(session), sessions.toRemove(ids, tokenInvalid()), ...unended])
    return token
  },
})
