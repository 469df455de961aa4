import { endpoint } from '../../platform/http/endpoint.ts'
import { registerUser } from '../registration.ts'
import { NewUser, requirePasswordOf } from '../user/input.ts'
import { emailTaken } from '../credentials.ts'
import { signInMethods } from '../user/sign-in-methods.ts'
import { User } from '../user/user.ts'

export const createUser = endpoint('POST /users', {
  access: 'admin',
  summary: 'Create a user',
  effect: 'admin',
  description:
    'A person can sign in at once with the email address and the password. They are not notified: give them ' +
    'the password yourself. A service account has no password and cannot sign in; programs use it by its tokens.',
  body: NewUser,
  response: User,
  location: '/users/{id}',
  problems: [emailTaken],
  handle: async ({ body: { password, ...user } }) => {
    requirePasswordOf(user, password)
    if (password !== undefined) {
      const { requireStrong } = await import('../password-strength.ts')
      await requireStrong(password, user)
    }
    const made = await registerUser(user, password)
    return { ...made, sign_in: signInMethods(made) }
  },
})
