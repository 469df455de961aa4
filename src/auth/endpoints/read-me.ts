import { endpoint } from '../../platform/http/endpoint.ts'
import { users } from '../../platform/identity/user.ts'
import { presentUser } from '../../users/access.ts'
import { User } from '../../users/user/user.ts'

export const readMe = endpoint('GET /auth/me', {
  summary: 'Get the signed-in user',
  success: 'The signed-in user.',
  description:
    'Includes the caller’s own settings and current role. A client that has only a token can identify the user ' +
    'with it.',
  profile: 'viewer',
  response: User,
  // never users.user_not_found: a session ends before its person does
  handle: async ({ actor }) => presentUser(actor, await users.get(actor)),
})
