import { endpoint } from '../../platform/http/endpoint.ts'
import { shownUser } from '../access.ts'
import { User, users } from '../../platform/identity/user.ts'

export const readUser = endpoint(
  {
    method: 'GET',
    path: '/users/{id}',
    summary: 'Read a user',
    description:
      'Settings of other users are null but for administrators, and so are their e-mail addresses if the service is ' +
      'set so.',
    response: User,
  },
  async ({ actor, params }) => shownUser(actor, await users.get(params)),
)
