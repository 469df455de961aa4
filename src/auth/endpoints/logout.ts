import { endpoint } from '../../platform/http/endpoint.ts'
import { sessions } from '../../platform/identity/session.ts'

export const logout = endpoint('POST /auth/logout', {
  requiresSession: true,
  summary: 'Sign out',
  success: 'The token is revoked.',
  description: 'Revokes this token at once. The user’s other sessions continue.',
  handle: ({ actor, sessionId }) => sessions.remove({ user_id: actor.id, id: sessionId }),
})
