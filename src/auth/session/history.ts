import { historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { sessions, sessionType } from '../../platform/identity/session.ts'
import { userType } from '../../platform/identity/user.ts'
import { lockouts } from '../../users/lockout.ts'
import { signInFailures } from '../../users/sign-in-failure.ts'

/** The person that something is about, or itself where nobody is known. */
const aboutPerson =
  (type: string) =>
  ({ id, user_id }: { id: string; user_id: string | null }) =>
    user_id === null ? { type, id } : { type: userType.type, id: user_id }

export const sessionHistory: ResourceHistory = {
  changes: [
    historyOf(sessions, {
      type: sessionType,
      fields: {},
      subject: aboutPerson(sessionType),
      audience: () => 'admin',
    }),
    historyOf(signInFailures, {
      type: 'sign_in_failure',
      fields: {},
      subject: aboutPerson('sign_in_failure'),
      audience: () => 'admin',
      isEvent: true,
    }),
    historyOf(lockouts, {
      type: 'lockout',
      fields: {},
      subject: aboutPerson('lockout'),
      audience: () => 'admin',
      isEvent: true,
    }),
  ],
}
