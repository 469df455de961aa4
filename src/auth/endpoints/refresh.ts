import { tokenInvalid } from '../../platform/identity/actor.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { transact } from '../../platform/table/table.ts'
import { users } from '../../platform/identity/user.ts'
import { sessions } from '../../platform/identity/session.ts'
import { beginSession, Token } from '../token.ts'

export const refresh = endpoint('POST /auth/refresh', {
  profile: 'login',
  requiresSession: true,
  summary: 'Exchange the access token for a new one',
  success: 'A new access token.',
  description:
    'The old token is revoked at once; the new one has a full lifetime and the person’s current role.',
  response: Token,
  // never users.user_not_found: a session ends before its person does
  handle: async ({ actor, sessionId }) => {
    const { session, token } = await beginSession(await users.get(actor))
    await transact([
      sessions.toCreate(session),
      sessions.toRemove({ user_id: actor.id, id: sessionId }, tokenInvalid()),
    ])
    return token
  },
})
