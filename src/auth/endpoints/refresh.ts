import { tokenInvalid } from '../../platform/actor.ts'
import { endpoint } from '../../platform/endpoint.ts'
import { transact } from '../../platform/table.ts'
import { users } from '../../users/user.ts'
import { sessions } from '../session.ts'
import { beginSession, Token } from '../token.ts'

export const handler = endpoint(
  {
    method: 'POST',
    path: '/auth/refresh',
    profile: 'login',
    summary: 'Change the access token for a new one',
    description: 'The old token ends with the answer.',
    response: Token,
  },
  async ({ actor, sessionId }) => {
    const { session, token } = await beginSession(await users.get(actor))
    await transact([
      sessions.toCreate(session),
      sessions.toRemove({ user_id: actor.id, id: sessionId }, tokenInvalid()),
    ])
    return token
  },
)
