import { endpoint } from '../../platform/http/endpoint.ts'
import { sessions } from '../../platform/identity/session.ts'

export const logout = endpoint(
  {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign out',
    description: 'From the answer on this token is a 401 everywhere; other sessions of the user live on.',
    status: 204,
  },
  ({ actor, sessionId }) => sessions.remove({ user_id: actor.id, id: sessionId }),
)
