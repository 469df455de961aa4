import * as z from '../../platform/schema.ts'
import { endpoint } from '../../platform/endpoint.ts'
import { unauthorized } from '../../platform/problem.ts'
import { transact } from '../../platform/table.ts'
import { now } from '../../platform/time.ts'
import { credentials } from '../../users/credentials.ts'
import { email, users } from '../../users/user.ts'
import { isPassword } from '../../users/password.ts'
import { countAttempt, failAttempt, forgiveAttempts } from '../../users/throttle.ts'
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
      429: 'Five failures for this e-mail and address, or a hundred for this address, within 15 minutes.',
    },
  },
  async ({ body: { email, password }, address }) => {
    const [known] = await Promise.all([credentials.find({ email }), countAttempt(email, address)])
    if (!(await isPassword(password, known?.password_hash)) || !known?.is_active) {
      await failAttempt(email, address)
      throw unauthorized('auth.credentials_wrong', 'The e-mail address or the password is wrong.')
    }

    const { session, token } = await beginSession({ ...known, id: known.user_id })
    const user = { id: known.user_id }
    await Promise.all([
      transact([sessions.toCreate(session), users.toTouch(user, { last_login_at: now() })]),
      forgiveAttempts(email, address),
    ])
    return token
  },
)
