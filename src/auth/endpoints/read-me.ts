import { endpoint } from '../../platform/http/endpoint.ts'
import { User, users } from '../../platform/identity/user.ts'

export const readMe = endpoint(
  { method: 'GET', path: '/auth/me', summary: 'Read the signed-in user', response: User },
  ({ actor }) => users.get(actor),
)
