import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { emailAddress, UserRole, User } from '../../platform/identity/user.ts'
import { settings } from '../../platform/identity/user-settings.ts'
import { id } from '../../platform/schema/fields.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { newPassword } from '../password.ts'

/** What a new user is made from. */
export const NewUser = z.strictObject({
  email: emailAddress,
  name: User.shape.name,
  password: newPassword,
  role: UserRole.default('user'),
  ...settings,
})

const { name, title, department, role, is_active } = User.shape

const avatar_file_id = id.nullable().default(null).meta(docs('Id of an image of theirs; null for none.'))

/** What can be changed of a user, by themselves or by administrators. */
export const UserUpdate = updateOf(
  z.strictObject({
    email: emailAddress,
    name,
    title,
    department,
    avatar_file_id,
    role,
    is_active,
    ...settings,
  }),
  User,
).extend({
  password: newPassword.optional().meta(docs('A new password.', { examples: undefined })),
  current_password: z.string().max(1_024).optional().meta(docs('Required to change your own password.')),
})
