import { toEmailStatus, EmailStatus, users, type StoredUser } from '../platform/identity/user.ts'
import { environment } from '../platform/runtime/environment.ts'
import type { Problem } from '../platform/runtime/problem.ts'
import { hashSecret, newSecret } from '../platform/runtime/secret.ts'
import { epochSeconds, now, writeSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { anyOf, compare, equals, isAbsent } from '../platform/table/condition.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import type { Operation } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'
import { mails, newMail, type StoredMail } from './mail.ts'

/** Time in which a former address can be restored (s): 7 days. */
const restorableSeconds = 7 * 86_400

/**
 * An address that a user had until it was changed. Its owner can restore it by a link for 7 days, and no other account
 * can have it meanwhile (decision 0060). The link's secret is kept as a hash, one for each attempt to send it.
 */
export const formerEmails = entity({
  name: 'mail.former_email',
  isInternal: true,
  schema: z.object({
    email: z.string(),
    user_id: z.string(),
    mail_id: z.string(),
    status: EmailStatus,
    hashes: z.array(z.string()),
    /** End of the restoration period, in seconds since 1970. */
    until: z.int(),
    version: z.int(),
  }),
  key: ({ email }: { email: string }) => ({ pk: `email#${email}`, sk: 'former' }),
  expires: ({ until }) => until,
})

/** Returns the writes that record the address a user is losing, and notify its owner by email. */
export const toRecordFormerEmail = (user: StoredUser & { email: string }): Operation[] => {
  const { id: user_id, email } = user
  // an unconfirmed address after a change is not worth restoring
  if (toEmailStatus(user) === 'unconfirmed' && user.is_email_moved) return []
  const until = writeSeconds() + restorableSeconds
  const params = { at: now(), until: new Date(until * 1_000).toISOString() }
  const mail = { ...newMail(user_id, 'email_changed', params), to: email }
  const former = { email, user_id, mail_id: mail.id, status: toEmailStatus(user), hashes: [], until }
  return [formerEmails.toPut(formerEmails.make(former)), mails.toCreate(mail)]
}

/** Returns the condition that fails a transaction if another user can still restore this address. */
export const toRequireUnreserved = (email: string, user_id: string, otherwise?: Problem): Operation => ({
  key: formerEmails.keyOf({ email }),
  require: [
    anyOf(
      isAbsent('pk'),
      equals(['summary', 'user_id'], user_id),
      compare(['summary', 'until'], '<=', writeSeconds()),
    ),
  ],
  otherwise,
})

/** Returns true if somebody can still restore this address. */
export const isReserved = async (email: string): Promise<boolean> =>
  ((await formerEmails.find({ email }))?.until ?? 0) > epochSeconds()

/** Returns a new link that restores the address a mail goes to; undefined once the address has changed again. */
export const makeRestoreLink = async ({ id, to = '' }: StoredMail): Promise<string | undefined> => {
  const former = await formerEmails.find({ email: to })
  if (former?.mail_id !== id || former.until <= epochSeconds()) return undefined
  const secret = newSecret()
  await writeItem(formerEmails.toUpdate(former, { hashes: [...former.hashes, hashSecret(secret)] }))
  // the fragment is sent to no server
  const token = `${Buffer.from(to).toString('base64url')}.${secret}`
  return `${environment.publicUrl}/account/email#token=${token}`
}

/** Returns the former address of a token, its user, and the write that uses up its links; undefined for a bad token. */
export const findRestorable = async (
  token: string,
): Promise<{ former: ThingOf<typeof formerEmails>; user: StoredUser; toUse: Operation } | undefined> => {
  const [address = '', secret = ''] = token.split('.')
  const former = await formerEmails.find({ email: Buffer.from(address, 'base64url').toString() })
  if (!former || former.until <= epochSeconds() || !former.hashes.includes(hashSecret(secret)))
    return undefined
  const user = await users.find({ id: former.user_id })
  return user && { former, user, toUse: formerEmails.toUpdate(former, { hashes: [], until: epochSeconds() }) }
}
