import { mails, newMail } from '../../mail/mail.ts'
import { remind } from '../../notifications/notify.ts'
import { worker } from '../../platform/events/worker.ts'
import { accessTokens, isOver } from '../../platform/identity/access-token.ts'
import { users } from '../../platform/identity/user.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import { expiringTokens } from '../queues.ts'

/** Tells the person of a token that it ends soon; of a service account, the administrator who made the token. */
export const tellOfExpiringToken = worker(expiringTokens, {}, async ({ user_id, id }) => {
  const [token, user] = await Promise.all([accessTokens.find({ user_id, id }), users.find({ id: user_id })])
  if (!token || !user?.is_active || isOver(token, user.token_epoch)) return
  const { maker_id, name, expires_at } = token
  await remind(maker_id, {
    type: 'token_expiring',
    params: { name, until: expires_at },
    actor: null,
    resource: null,
    cause: `auth.token_expiring#${id}`,
  })
  const deed = derivedId(Date.parse(expires_at), `auth.token_expiring#${id}`)
  await mails.ensure(newMail(maker_id, 'token_expiring', { name, until: expires_at }, deed))
})
