import { docs } from '#docs'
import { hashSecret } from '../../platform/runtime/secret.ts'
import { users } from '../../platform/identity/user.ts'
import { environment } from '../../platform/runtime/environment.ts'
import * as z from '../../platform/schema/schema.ts'
import { preferences } from '../preferences.ts'
import { notificationMails, type NotificationMail } from './notification-mail.ts'

const unsubscribePath = '/lms/notifications/unsubscribe'

export const unsubscribeQuery = z.strictObject({
  token: z
    .string()
    .max(200)
    .meta(docs('Token of the link in the email.', { examples: ['01990c1e.01990c1f.Bz3qKx7mWvT1'] })),
})

/** Returns the URL that turns off mails of this type. */
export const unsubscribeUrl = ({ user_id, id }: NotificationMail, secret: string): string =>
  `${environment.publicUrl}/api/v1${unsubscribePath}?token=${user_id}.${id}.${secret}`

/** Returns the mail of a token, its recipient and their preferences; undefined for an unknown token. */
export const findMailByToken = async (token: string) => {
  const [user_id = '', id = '', secret = ''] = token.split('.')
  const [mail, user, chosen = preferences.make({ user_id })] = await Promise.all([
    notificationMails.find({ user_id, id }),
    users.find({ id: user_id }),
    preferences.find({ user_id }),
  ])
  return mail?.hashes.includes(hashSecret(secret)) ? { mail, user, chosen } : undefined
}
