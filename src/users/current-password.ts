import { invalid, problem } from '../platform/runtime/problem.ts'
import { isPassword } from './password.ts'
import { beginAttempt } from './throttle.ts'

export const passwordWrong = problem('users.password_wrong', 403, 'The current password is wrong.')

/**
 * Checks the password of a person who changes their own password or email address, because the session may be stolen;
 * the limit of failed sign-ins applies. Throws 422 without a password, 403 if it is wrong, 429 if it was wrong too
 * often.
 */
export const requireCurrentPassword = async (
  email: string,
  given: string | undefined,
  address: string,
): Promise<void> => {
  if (given === undefined)
    throw invalid('current_password', 'is required to change your own password or email address')
  const attempt = await beginAttempt(email, address)
  if (await isPassword(given, attempt.account?.password_hash)) return attempt.pass()
  await attempt.fail()
  throw passwordWrong()
}
