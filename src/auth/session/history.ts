import { historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { sessions, sessionType } from '../../platform/identity/session.ts'
import { userType } from '../../platform/identity/user.ts'
import { lockouts } from '../../users/lockout.ts'
import { signInFailures } from '../../users/sign-in-failure.ts'
import { toSignIn } from './sign-in.ts'

/**
 * Returns the options of events about a person, for administrators. An event without a known person has an activity of
 * its own.
 */
const aboutPerson = (type: string) => ({
  type,
  fields: {},
  subject: ({ id, user_id }: { id: string; user_id: string | null }) =>
    user_id === null ? { type, id } : { type: userType.type, id: user_id },
  audience: () => 'admin' as const,
})

export const sessionHistory: ResourceHistory = {
  changes: [
    historyOf(sessions, {
      ...aboutPerson(sessionType),
      fields: {
        method: (session) => toSignIn(session).via,
        provider: (session) => toSignIn(session).oidc?.provider,
      },
    }),
    historyOf(signInFailures, {
      ...aboutPerson('sign_in_failure'),
      isEvent: true,
      fields: { method: 'value', provider: 'value' },
    }),
    historyOf(lockouts, { ...aboutPerson('lockout'), isEvent: true }),
  ],
}
