import { mails, newMail } from '../../mail/mail.ts'
import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { signIns } from '../queues.ts'
import { clientKind } from '../session/client-kind.ts'
import { noteSignIn } from '../session/known-places.ts'

/** Age above which a sign-in notifies nobody, in milliseconds: it comes from `npm run replay`. */
const eventMilliseconds = 86_400_000

/** Notifies a person of a sign-in to their account from a new place. */
export const notifyOfSignIn = worker(
  signIns,
  {},
  async ({ user_id, session_id, address, user_agent, at }) => {
    if (Date.parse(at) < Date.now() - eventMilliseconds)
      return logOutcome({ type: 'sign_in_new' }, 'expired', [user_id])
    const params = { client: clientKind(user_agent), address, at }
    await noteSignIn(user_id, params, async () => {
      const event = { actor: null, resource: null, cause: `auth.sign_in_new#${session_id}`, at }
      await notify([user_id], { type: 'sign_in_new', params, ...event })
      await mails.ensure(newMail(user_id, 'sign_in_new', params, session_id))
    })
  },
)
