import type * as z from '../platform/schema/schema.ts'
import type { EmailStatus, StoredUser } from '../platform/identity/user.ts'
import { invalid } from '../platform/runtime/problem.ts'
import { confirmsEmail } from './access.ts'
import { requireCurrentPassword } from './current-password.ts'
import type { UserUpdate } from './user/input.ts'
import { signInMethods } from './user/sign-in-methods.ts'

interface Caller {
  isOwn: boolean
  /** Empty outside a session. */
  sessionId: string
  /** Network address of the caller. */
  address: string
}

/**
 * Checks the current password of a caller who changes their own password, or changes or confirms their own email
 * address. Returns the state of a new address: `ok` if a person has confirmed it in a session. Throws 422, 403 and 429
 * like `requireCurrentPassword`, and 422 for a confirmation by a person without a password.
 */
export const requireOwnPassword = async (
  user: StoredUser,
  { password, current_password, ...changes }: z.output<typeof UserUpdate>,
  { isOwn, sessionId, address }: Caller,
): Promise<EmailStatus> => {
  if (sessionId === '') return 'unconfirmed'
  const isMoved = changes.email !== undefined && changes.email !== user.email
  const isConfirmation = confirmsEmail(user, changes)
  const isNeeded =
    [password, current_password].some((value) => value !== undefined) || isMoved || isConfirmation
  if (!isOwn || !isNeeded) return 'ok'
  if (!signInMethods(user).password && password === undefined) {
    if (isConfirmation)
      throw invalid('email_status', 'is set by your next single sign-on, or by an administrator')
    return 'unconfirmed'
  }
  await requireCurrentPassword(user.email as string, current_password, address)
  return 'ok'
}
