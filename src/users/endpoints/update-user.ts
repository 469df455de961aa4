import { endpoint } from '../../platform/http/endpoint.ts'
import { User, users } from '../../platform/identity/user.ts'
import { requireEditUser } from '../access.ts'
import { requireCurrentPassword } from '../current-password.ts'
import { changeUser } from '../registration.ts'
import { UserUpdate } from '../user/input.ts'
import { userUpdateProblems } from '../problems.ts'

export const updateUser = endpoint('PUT /users/{id}', {
  summary: 'Change a user',
  effect: 'admin',
  description:
    'Users may change their own name, locale, time zone and (with `current_password`) password. ' +
    'Administrators may also change their own email address, and every field of other users. Nobody may ' +
    'change their own `role` or `is_active`. A new password or `is_active: false` revokes all sessions ' +
    'of the user at once.',
  body: UserUpdate,
  response: User,
  problems: userUpdateProblems,
  handle: async ({ actor, params, body: { password, current_password, ...changes }, ifMatch, address }) => {
    const user = await users.get(params)
    requireEditUser(actor, user, changes)
    if (password !== undefined && actor.id === user.id)
      await requireCurrentPassword(user.email as string, current_password, address)
    return changeUser(user, changes, { password, ifMatch, by: actor.id })
  },
})
