import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { unauthorized } from '../../platform/runtime/problem.ts'
import { email } from '../../platform/identity/user.ts'
import { isPassword } from '../../users/password.ts'
import { beginAttempt, limitsDescription } from '../../users/throttle.ts'
import { signIn, Token } from '../token.ts'

export const login = endpoint(
  {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    profile: 'login',
    summary: 'Sign in with email and password',
    body: z.strictObject({
      email,
      password: z
        .string()
        .min(1)
        .max(1_024)
        .meta({ description: 'The password.', examples: ['local-password'] }),
    }),
    response: Token,
    problems: {
      401: 'The email address or the password is wrong.',
      429: limitsDescription,
    },
  },
  async ({ body: { email, password }, address }) => {
    const { account, ...attempt } = await beginAttempt(email, address)
    if (!(await isPassword(password, account?.password_hash)) || !account?.is_active) {
      await attempt.fail()
      throw unauthorized('auth.credentials_wrong', 'The email address or the password is wrong.')
    }
    // a refusal waits for nothing that a wrong password would not wait for
    const [token] = await Promise.all([signIn({ ...account, id: account.user_id }), attempt.pass()])
    return token
  },
)
