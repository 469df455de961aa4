import { toSendReset } from '../../mail/account-link.ts'
import { worker } from '../../platform/events/worker.ts'
import { mayUseEmail } from '../../platform/identity/email-use.ts'
import { users } from '../../platform/identity/user.ts'
import { signInEnvironment } from '../../platform/runtime/environment.ts'
import { exists } from '../../platform/table/condition.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { credentials } from '../../users/credentials.ts'
import { passwordResetRequests } from '../password-reset-request.ts'
import { resetRequests } from '../queues.ts'

/**
 * Returns the ID of the person who may choose a new password by mail: they have a password, and a confirmed address.
 */
const findResetUser = async (email: string): Promise<string | undefined> => {
  const account = await credentials.find({ email })
  if (!account?.is_active || account.password_hash === null) return undefined
  const user = await users.find({ id: account.user_id })
  if (user?.email !== email || !mayUseEmail(user, 'password_reset')) return undefined
  return signInEnvironment.passwordLogin || user.role === 'admin' ? user.id : undefined
}

/** Sends a link for a new password to the owner of the address, if there is one; processes each request once. */
export const sendResetLink = worker(resetRequests, {}, async ({ id }) =>
  retryOnConflict(async () => {
    const request = await passwordResetRequests.find({ id })
    if (!request) return
    const user_id = await findResetUser(request.email)
    const mailing = user_id === undefined ? [] : await toSendReset(user_id)
    const done = { ...passwordResetRequests.toRemove(request), require: [exists('pk')] }
    await transact([done, ...mailing])
  }),
)
