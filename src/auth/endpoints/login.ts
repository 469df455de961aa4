import { problemDocs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { signInEnvironment } from '../../platform/runtime/environment.ts'
import { challenge, problem } from '../../platform/runtime/problem.ts'
import { limitsDescription } from '../../users/attempt-limits.ts'
import { isPassword } from '../../users/password.ts'
import { beginAttempt, tooManyAttempts } from '../../users/throttle.ts'
import { sessionClient } from '../session/client.ts'
import { signIn, Token } from '../token.ts'
import { SignInInput } from '../sign-in-input.ts'

const credentialsWrong = problem('auth.credentials_wrong', 401, {
  wording: { detail: 'The email address or the password is wrong.', headers: challenge() },
  docs: problemDocs({
    meaning: 'The email address or the password is wrong, or the account is deactivated.',
  }),
})

const passwordLoginOff = problem('auth.password_login_off', 403, {
  wording: 'Sign in with your company’s provider; only administrators may use a password.',
  docs: problemDocs({
    meaning: 'The password is correct, but only administrators may use one: see `GET /auth/methods`.',
  }),
})

export const login = endpoint('POST /auth/login', {
  access: 'public',
  profile: 'login',
  summary: 'Sign in with email and password',
  success: 'An access token.',
  description:
    'The token is valid for `expires_in` seconds. Each sign-in starts a new session. Wrong addresses, wrong ' +
    'passwords and deactivated accounts get the same 401 after the same time.',
  body: SignInInput,
  response: Token,
  problems: [credentialsWrong, tooManyAttempts.as({ when: limitsDescription }), passwordLoginOff],
  handle: async ({ body: { email, password }, header, address }) => {
    const { account, ...attempt } = await beginAttempt(email, address)
    if (!(await isPassword(password, account?.password_hash)) || !account?.is_active) {
      await attempt.fail()
      throw credentialsWrong()
    }
    if (!signInEnvironment.passwordLogin && account.role !== 'admin') {
      await attempt.pass()
      throw passwordLoginOff()
    }
    // a refused sign-in must not take longer than one with a wrong password
    const beginning = { via: 'password' as const, ...sessionClient({ header, address }) }
    const holder = { ...account, id: account.user_id }
    const [token] = await Promise.all([signIn(holder, beginning), attempt.pass()])
    return token
  },
})
