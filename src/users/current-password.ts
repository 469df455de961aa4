import { forbidden, invalid } from '../platform/problem.ts'
import { credentials } from './credentials.ts'
import { isPassword } from './password.ts'
import { countAttempt, failAttempt, forgiveAttempts } from './throttle.ts'

/**
 * Holds who changes their own password to the present one: a token that was stolen is not enough, and may not guess more
 * often than a sign-in may fail. Throws 422 without it, 403 when it is wrong, 429 when it was wrong too often.
 */
export const requireCurrentPassword = async (
  email: string,
  given: string | undefined,
  address: string,
): Promise<void> => {
  if (given === undefined) throw invalid('current_password', 'is required to change the own password')
  const [{ password_hash }] = await Promise.all([credentials.get({ email }), countAttempt(email, address)])
  if (await isPassword(given, password_hash)) return forgiveAttempts(email, address)
  await failAttempt(email, address)
  throw forbidden('users.password_wrong', 'The current password is wrong.')
}
