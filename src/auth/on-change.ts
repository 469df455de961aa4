import { onChange, onSync } from '../platform/events/dispatcher.ts'
import { schedule } from '../platform/events/schedule.ts'
import { accessTokens, type StoredAccessToken } from '../platform/identity/access-token.ts'
import { sessions } from '../platform/identity/session.ts'
import { passwordResetRequests } from './password-reset-request.ts'
import { expiringTokens, newTokens, resetRequests, signIns } from './queues.ts'
import { isSignIn, toSignIn } from './session/sign-in.ts'

const advanceMilliseconds = 7 * 86_400_000

/** Schedules the notification seven days before a token expires; a token with a shorter lifetime needs none. */
const expiryReminders = schedule<StoredAccessToken>(({ id, user_id, created_at, expires_at }) => {
  const at = new Date(Date.parse(expires_at) - advanceMilliseconds).toISOString()
  return at > created_at ? [{ at, message: expiringTokens.message({ user_id, id }) }] : []
})

export const changeHandlers = [
  onSync(accessTokens, expiryReminders),
  onChange(accessTokens, ({ before, after }) => {
    if (before || !after) return []
    const { user_id, id, name, scopes, created_at: at } = after
    return [newTokens.message({ user_id, id, name, scopes: scopes.join(', '), at })]
  }),
  onChange(sessions, ({ before, after }) => {
    if (before || !after || !isSignIn(after)) return []
    const { id: session_id, user_id } = after
    const { address, user_agent, created_at: at } = toSignIn(after)
    return address === null ? [] : [signIns.message({ user_id, session_id, address, user_agent, at })]
  }),
  onChange(passwordResetRequests, ({ after }) => (after ? [resetRequests.message({ id: after.id })] : [])),
]
