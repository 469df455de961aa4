import { endpoint } from '../../platform/http/endpoint.ts'
import { presentUser } from '../access.ts'
import { users } from '../../platform/identity/user.ts'
import { User } from '../user/user.ts'

export const readUser = endpoint('GET /users/{id}', {
  summary: 'Get a user',
  description:
    'Only administrators see the settings of other users. For everyone else they are null, and so are email ' +
    'addresses if the service is configured to hide them.',
  profile: 'viewer',
  response: User,
  handle: async ({ actor, params }) => presentUser(actor, await users.get(params)),
})
