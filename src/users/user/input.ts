import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import {
  emailAddress,
  EmailStatus,
  UserRole,
  UserType,
  type StoredUser,
} from '../../platform/identity/user.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { settings } from '../../platform/identity/user-settings.ts'
import { id } from '../../platform/schema/fields.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { newPassword } from '../password.ts'
import { User } from './user.ts'

/** Schema of a new user; {@link requireNoService} rejects passwords of service accounts. */
export const NewUser = z.strictObject({
  email: emailAddress,
  name: User.shape.name,
  type: UserType.default('person'),
  password: newPassword
    .optional()
    .meta(docs('If absent, the person is invited by email; must be absent for a service account.')),
  role: UserRole.default('user'),
  ...settings,
})

/** Throws 422 for a service account, which must not have a password. */
export const requireNoService = ({ type }: Pick<StoredUser, 'type'>): void => {
  if (type === 'service')
    throw invalid('password', 'is not allowed for service accounts, which have no sign-in')
}

const { name, title, department, role, is_active } = User.shape

const manager_id = z
  .orNull(id)
  .meta(docs('ID of an active person who does not report to them; null for none.'))
const avatar_file_id = z.orNull(id).meta(docs('ID of an image that they own; null for none.'))

/** Schema of the changes of a user, by themselves or by administrators. */
export const UserUpdate = updateOf(
  z.strictObject({
    email: z
      .orNull(emailAddress)
      .meta(docs('Email address, unique regardless of case; null only if the user has none.')),
    email_status: z
      .orNull(EmailStatus)
      .meta(docs('Set `ok` to confirm the email address, or to resume sending to it.')),
    name,
    title,
    department,
    manager_id,
    avatar_file_id,
    role,
    is_active,
    ...settings,
  }),
  User,
)
  .extend({
    type: fixed(User.shape.type),
    password: newPassword.optional().meta(docs('A new password.', { examples: undefined })),
    current_password: z
      .string()
      .max(1_024)
      .optional()
      .meta(docs('Required to change your own password, and to change or confirm your own email address.')),
  })
  .refine(
    ({ current_password, password, email, email_status }) =>
      current_password === undefined || [password, email, email_status].some((value) => value !== undefined),
    { path: ['current_password'], message: 'is only allowed with "password", "email" or "email_status"' },
  )
