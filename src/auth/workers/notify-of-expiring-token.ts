import { mails, newMail } from '../../mail/mail.ts'
import { remind } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { accessTokens, isExpiredToken, type StoredAccessToken } from '../../platform/identity/access-token.ts'
import { users } from '../../platform/identity/user.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import { readAdministrators } from '../../users/administrators.ts'
import { expiringTokens } from '../queues.ts'

/** Maximum number of administrators notified if the creator of a token is no longer responsible. */
const maxAdministrators = 100

/**
 * Returns the creator of a token; administrators if the creator is deactivated or no longer an administrator, and thus
 * cannot replace it.
 */
const responsibleFor = async ({ maker_id, user_id }: StoredAccessToken): Promise<string[]> => {
  const maker = await users.find({ id: maker_id })
  if (maker?.is_active && (maker.id === user_id || maker.role === 'admin')) return [maker_id]
  const { items } = await readAdministrators({ limit: maxAdministrators })
  return items.map(({ id }) => id)
}

/**
 * Notifies the person of a token that it expires soon. For a service account, notifies the administrator who created
 * the token, or up to 100 administrators if that person no longer is one.
 */
export const notifyOfExpiringToken = worker(expiringTokens, {}, async ({ user_id, id }) => {
  const [token, user] = await Promise.all([accessTokens.find({ user_id, id }), users.find({ id: user_id })])
  if (!token || !user?.is_active || isExpiredToken(token, user.token_epoch))
    return logOutcome({ type: 'token_expiring' }, user?.is_active ? 'obsolete' : 'inactive', [user_id])
  const params = { name: token.name, until: token.expires_at }
  const cause = `auth.token_expiring#${id}`
  const deed = derivedId(Date.parse(token.expires_at), cause)
  for (const user_id of await responsibleFor(token)) {
    await remind([user_id], { type: 'token_expiring', params, actor: null, resource: null, cause })
    await mails.ensure(newMail(user_id, 'token_expiring', params, deed))
  }
})
