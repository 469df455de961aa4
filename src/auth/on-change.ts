import { onChange } from '../platform/events/dispatcher.ts'
import { schedule } from '../platform/events/schedule.ts'
import { accessTokens, type StoredAccessToken } from '../platform/identity/access-token.ts'
import { passwordResetRequests } from './password-reset-request.ts'
import { expiringTokens, resetRequests } from './queues.ts'

const noticeMilliseconds = 7 * 86_400_000

/** The notice seven days before a token ends; one that is made for less needs none. */
const endNotices = schedule<StoredAccessToken>(({ id, user_id, created_at, expires_at }) => {
  const at = new Date(Date.parse(expires_at) - noticeMilliseconds).toISOString()
  return at > created_at ? [{ at, message: expiringTokens.message({ user_id, id }) }] : []
})

export const changeHandlers = [
  onChange(accessTokens, ({ before, after }) =>
    endNotices.sync(before, after, () => accessTokens.find((after ?? before) as StoredAccessToken)),
  ),
  onChange(passwordResetRequests, ({ after }) => (after ? [resetRequests.message({ id: after.id })] : [])),
]
