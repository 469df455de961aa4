import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { registerUser } from '../registration.ts'
import { newPassword } from '../password.ts'
import { email, Role, settings, User } from '../../platform/identity/user.ts'

export const createUser = endpoint(
  {
    method: 'POST',
    path: '/users',
    access: 'admin',
    summary: 'Create a user',
    body: z.strictObject({
      email,
      name: User.shape.name,
      password: newPassword,
      role: Role.default('user'),
      ...settings,
    }),
    status: 201,
    response: User,
    location: '/users/{id}',
    problems: { 409: 'The email address belongs to another user.' },
  },
  ({ body: { password, ...user } }) => registerUser(user, password),
)
