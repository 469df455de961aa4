import { toSendReset } from '../../mail/account-link.ts'
import { worker } from '../../platform/events/worker.ts'
import { signInEnvironment } from '../../platform/runtime/environment.ts'
import { exists } from '../../platform/table/condition.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { credentials } from '../../users/credentials.ts'
import { passwordResetRequests } from '../password-reset-request.ts'
import { resetRequests } from '../queues.ts'

/** Who may have a new password by mail: those with one alone, so neither service accounts nor who was never here. */
const findPerson = async (email: string): Promise<string | undefined> => {
  const account = await credentials.find({ email })
  if (!account?.is_active || account.password_hash === null) return undefined
  return signInEnvironment.passwordLogin || account.role === 'admin' ? account.user_id : undefined
}

/** Sends a link for a new password to the person who has the address, if anybody; each request is looked at once. */
export const sendResetLink = worker(resetRequests, {}, async ({ id }) =>
  retryOnConflict(async () => {
    const request = await passwordResetRequests.find({ id })
    if (!request) return
    const user_id = await findPerson(request.email)
    const mailing = user_id === undefined ? [] : await toSendReset(user_id)
    const done = { ...passwordResetRequests.toRemove(request), require: [exists('pk')] }
    await transact([done, ...mailing])
  }),
)
