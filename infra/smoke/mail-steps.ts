import { mails, newMail } from '../../src/mail/mail.ts'
import { now } from '../../src/platform/runtime/time.ts'
import { credentials } from '../../src/users/credentials.ts'
import { askJson, pollUntil, type Conversation, type Step } from './conversation.ts'

/** Returns the step that sends an email of the service to a person in its table, at the address of SES's simulator. */
export const mailSteps = (talk: Conversation): Step[] => [
  {
    name: 'a mail',
    run: async () => {
      const { mail } = await askJson<{ mail: boolean }>(talk, 'GET', '/api/v1/auth/methods')
      if (!mail) return 'this service sends no email'
      const { user_id } = await credentials.get(talk.author)
      const key = await mails.create(newMail(user_id, 'password_changed', { at: now() }))
      await pollUntil('The end of its delivery (see the log for "message failed")', async () => {
        const { done_at } = await mails.get(key)
        return done_at ?? undefined
      })
      return `SES accepted it for ${talk.author.email}`
    },
  },
]
