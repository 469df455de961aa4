import { mails, newMail } from '../../mail/mail.ts'
import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { users } from '../../platform/identity/user.ts'
import { readAdministrators } from '../../users/administrators.ts'
import { newTokens } from '../queues.ts'

/** Maximum number of administrators notified of a token of a service account. */
const maxAdministrators = 100

/** Age above which a new token notifies nobody, in milliseconds: it comes from `npm run replay`. */
const eventMilliseconds = 86_400_000

/** Notifies the person of a new access token; the administrators if it belongs to a service account. */
export const notifyOfNewToken = worker(newTokens, {}, async ({ user_id, id, at, ...fields }) => {
  const user = await users.find({ id: user_id })
  const isOld = Date.parse(at) < Date.now() - eventMilliseconds
  if (!user || isOld) return logOutcome({ type: 'token_created' }, isOld ? 'expired' : 'obsolete', [user_id])
  const administrators = user.type === 'service' && (await readAdministrators({ limit: maxAdministrators }))
  const recipients = administrators ? administrators.items.map((one) => one.id) : [user_id]
  const params = { ...fields, account: user.name, at }
  const cause = `auth.token_created#${id}`
  await notify(recipients, { type: 'token_created', params, actor: null, resource: null, cause, at })
  for (const recipient of recipients) await mails.ensure(newMail(recipient, 'token_created', params, id))
})
