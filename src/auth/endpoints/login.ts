import * as z from '../../platform/schema.ts'
import { endpoint } from '../../platform/endpoint.ts'
import { unauthorized } from '../../platform/problem.ts'
import { writeItem } from '../../platform/table.ts'
import { now } from '../../platform/time.ts'
import { email, users } from '../../users/user.ts'
import { isPassword } from '../../users/password.ts'
import { beginAttempt } from '../../users/throttle.ts'
import { sessions } from '../session.ts'
import { beginSession, Token } from '../token.ts'

export const handler = endpoint(
  {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    profile: 'login',
    summary: 'Sign in with e-mail and password',
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
      401: 'E-mail or password is wrong.',
      429:
        'Five failures for this e-mail and address within 15 minutes; where nobody has signed in with this e-mail from ' +
        'this address within 30 days also a hundred for the address within 15 minutes, or for the e-mail within 24 hours.',
    },
  },
  async ({ body: { email, password }, address }) => {
    const attempt = await beginAttempt(email, address)
    const { account } = attempt
    if (!(await isPassword(password, account?.password_hash)) || !account?.is_active) {
      await attempt.fail()
      throw unauthorized('auth.credentials_wrong', 'The e-mail address or the password is wrong.')
    }

    const begin = async (user: { id: string }) => {
      const { session, token } = await beginSession({ ...account, ...user })
      const touch = users.toTouch(user, { last_login_at: now() })
      await Promise.all([sessions.create(session), writeItem(touch)])
      return token
    }
    // a refusal waits for nothing that a wrong password would not wait for
    const [token] = await Promise.all([begin({ id: account.user_id }), attempt.pass()])
    return token
  },
)
