import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/fields.ts'
import { forbidden } from '../../platform/runtime/problem.ts'
import { requireEditUser } from '../access.ts'
import { requireCurrentPassword } from '../current-password.ts'
import { newPassword } from '../password.ts'
import { changeUser } from '../registration.ts'
import { email, settings, User, users } from '../../platform/identity/user.ts'

const { name, role, is_active } = User.shape
const Input = z.strictObject({ email, name, role, is_active, ...settings })

export const updateUser = endpoint(
  {
    method: 'PUT',
    path: '/users/{id}',
    summary: 'Change a user',
    description:
      'Users may change their own name, locale, time zone and (with `current_password`) password. ' +
      'Administrators may also change their own email address, and every field of other users. Nobody may ' +
      'change their own `role` or `is_active`. A new password or `is_active: false` revokes all sessions ' +
      'of the user at once.',
    body: updateOf(Input, User).extend({
      password: newPassword.optional(),
      current_password: z
        .string()
        .max(1_024)
        .optional()
        .meta({ description: 'Required to change your own password.' }),
    }),
    response: User,
    problems: {
      403:
        'Another user, a field reserved for administrators, the caller’s own `role` or `is_active`, or a ' +
        'wrong current password.',
      409: 'The email address belongs to another user, or this is the last active administrator.',
      429:
        'Five wrong passwords for this user and IP address, or a hundred for this IP address, within 15 ' +
        'minutes.',
    },
  },
  async ({ actor, params, body: { password, current_password, ...changes }, ifMatch, address }) => {
    const user = await users.get(params)
    requireEditUser(actor, user)
    const reserved = (['role', 'is_active', 'email'] as const).find(
      (field) => changes[field] !== undefined && changes[field] !== user[field],
    )
    if (reserved && actor.role !== 'admin')
      throw forbidden('users.admin_only', `Only administrators may change "${reserved}".`)
    if (reserved && reserved !== 'email' && actor.id === user.id)
      throw forbidden('users.own_standing', `You may not change your own "${reserved}".`)
    if (password !== undefined && actor.id === user.id)
      await requireCurrentPassword(user.email as string, current_password, address)
    return changeUser(user, changes, { password, ifMatch, by: actor.id })
  },
)
