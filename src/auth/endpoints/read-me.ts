import { endpoint } from '../../platform/http/endpoint.ts'
import { User, users } from '../../platform/identity/user.ts'

export const readMe = endpoint('GET /auth/me', {
  summary: 'Read the signed-in user',
  success: 'The signed-in user.',
  description:
    'With the caller’s own settings and present role. A client that has only a token learns from it who ' +
    'is signed in.',
  response: User,
  // never users.user_not_found: a session ends before its person does
  handle: ({ actor }) => users.get(actor),
})
