import { formerEmails } from '../../mail/former-email.ts'
import { onErasure, onOwnErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { users } from '../../platform/identity/user.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { listKeys } from '../../platform/table/list/partition.ts'
import { signInLimits } from '../attempt-limits.ts'
import { lockouts } from '../lockout.ts'
import { signInPlaces } from '../throttle.ts'
import { findManagerId } from './manager.ts'

/** Removes what was counted for an email address everywhere; the other counts expire within 15 minutes. */
export const forgetAttempts = async (email: string): Promise<void> => {
  const { everywhere } = signInLimits(email, '')
  await removeBatch(await listKeys(`attempts#${everywhere.id}`, ''))
}

export const userErasure: KindErasure = {
  handlers: [
    // nobody becomes the manager in their place until an administrator names one
    onErasure(users, async (user, { person }) => {
      if (findManagerId(user) === person.id)
        await users.update(user, (now) => (findManagerId(now) === person.id ? { manager: null } : {}))
      return undefined
    }),

    onOwnErasure(signInPlaces),
    onOwnErasure(formerEmails),
    onOwnErasure(lockouts),
  ],
}
