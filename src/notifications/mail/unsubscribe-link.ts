import { docs } from '#docs'
import { hashOf } from '../../platform/runtime/secret.ts'
import { users } from '../../platform/identity/user.ts'
import { environment } from '../../platform/runtime/environment.ts'
import * as z from '../../platform/schema/schema.ts'
import { preferences } from '../preferences.ts'
import { noticeMails, type NoticeMail } from './notice-mail.ts'

const unsubscribePath = '/lms/notifications/unsubscribe'

export const unsubscribeQuery = z.strictObject({
  token: z
    .string()
    .max(200)
    .meta(docs('What the link in the mail has.', { examples: ['01990c1e.01990c1f.Bz3qKx7mWvT1'] })),
})

/** The address that turns off mails like this one. */
export const unsubscribeUrl = ({ user_id, id }: NoticeMail, secret: string): string =>
  `${environment.publicUrl}/api/v1${unsubscribePath}?token=${user_id}.${id}.${secret}`

/** The mail that a token was in, its person, and what they have chosen; undefined for a token that no mail had. */
export const findMailOf = async (token: string) => {
  const [user_id = '', id = '', secret = ''] = token.split('.')
  const [mail, user, chosen = preferences.make({ user_id })] = await Promise.all([
    noticeMails.find({ user_id, id }),
    users.find({ id: user_id }),
    preferences.find({ user_id }),
  ])
  return mail?.hashes.includes(hashOf(secret)) ? { mail, user, chosen } : undefined
}
