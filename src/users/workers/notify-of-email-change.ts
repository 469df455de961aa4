import { notify } from '../../notifications/notify.ts'
import { worker } from '../../platform/events/worker.ts'
import { emailChanges } from '../queues.ts'

/** Notifies a person in the application that their email address was changed; their former address gets an email. */
export const notifyOfEmailChange = worker(emailChanges, {}, async ({ user_id, at }) => {
  const cause = `users.user#${user_id}#email`
  await notify([user_id], { type: 'email_changed', actor: null, resource: null, cause, at })
})
