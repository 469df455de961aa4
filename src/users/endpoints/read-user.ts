import { endpoint } from '../../platform/endpoint.ts'
import { shownUser } from '../access.ts'
import { User, users } from '../user.ts'

export const handler = endpoint(
  {
    method: 'GET',
    path: '/users/{id}',
    summary: 'Read a user',
    description: 'E-mail address and settings of other users are null but for administrators.',
    response: User,
  },
  async ({ actor, params }) => shownUser(actor, await users.get(params)),
)
