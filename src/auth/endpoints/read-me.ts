import { endpoint } from '../../platform/endpoint.ts'
import { User, users } from '../../users/user.ts'

export const handler = endpoint(
  { method: 'GET', path: '/auth/me', summary: 'Read the signed-in user', response: User },
  ({ actor }) => users.get(actor),
)
