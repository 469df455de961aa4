import { mayUseEmail, type EmailUse } from '../platform/identity/email-use.ts'
import { users, type StoredUser } from '../platform/identity/user.ts'
import { mailEnvironment } from '../platform/runtime/environment.ts'
import { epochSeconds, now } from '../platform/runtime/time.ts'
import { ClaimedWork } from '../platform/runtime/work-failure.ts'
import { tryWrite } from '../platform/table/conflict.ts'
import type { Operation } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'

/** Time for which a run claims a mail (s): longer than a call of SES may take. */
const claimSeconds = 30

interface Sent {
  claimed_until: number
  done_at: string | null
}

/** Table operations on the mails of one kind. */
interface Rows<Mail extends Sent, Key> {
  find: (key: Key) => Promise<Mail | undefined>
  toUpdate: (mail: Mail, changes: Partial<Mail>) => Operation & { thing: Mail }
}

/** A user with a deliverable address. */
export type Addressee = StoredUser & { email: string }

/** Returns the recipient of a mail; undefined if mail is off, or their address must not be used for this. */
export const findRecipient = async (
  user_id: string,
  use: EmailUse = 'content',
): Promise<Addressee | undefined> => {
  const user = await users.find({ id: user_id })
  if (mailEnvironment.from === undefined || !user?.is_active || user.email === null) return undefined
  return mayUseEmail(user, use) ? { ...user, email: user.email } : undefined
}

/** Returns the recipient of a mail to a former address, whatever the state of the account. */
export const findFormerRecipient = async (user_id: string, email: string): Promise<Addressee | undefined> => {
  const user = mailEnvironment.from === undefined ? undefined : await users.find({ id: user_id })
  return user && { ...user, email }
}

const claimedElsewhere = (seconds: number) =>
  new ClaimedWork(seconds, 'Another run may be sending this mail.')

/**
 * Sends a mail once: of several concurrent runs, one claims it. If a run is killed after the response of SES but before
 * recording it, the mail is sent again, because a duplicate mail is better than none (decision 0054). `claimed` and
 * `ended` are further changes recorded with the claim and the end. Returns the mail as loaded.
 */
export const sendOnce = async <Mail extends Sent, Key>(
  rows: Rows<Mail, Key>,
  key: Key,
  deliver: (mail: Mail) => Promise<void>,
  { claimed, ended }: { claimed?: (mail: Mail) => Partial<Mail>; ended?: Partial<Mail> } = {},
): Promise<Mail | undefined> => {
  const mail = await rows.find(key)
  if (!mail || mail.done_at !== null) return mail
  const claimedFor = mail.claimed_until - epochSeconds()
  if (claimedFor > 0) throw claimedElsewhere(claimedFor)
  const claim = rows.toUpdate(mail, {
    ...claimed?.(mail),
    claimed_until: epochSeconds() + claimSeconds,
  } as Partial<Mail>)
  if (!(await tryWrite(() => writeItem(claim)))) throw claimedElsewhere(claimSeconds)
  const end = (changes: Partial<Sent>) => writeItem(rows.toUpdate(claim.thing, changes as Partial<Mail>))
  await deliver(claim.thing).catch(async (error: unknown) => {
    await end({ claimed_until: 0 })
    throw error
  })
  await end({ ...ended, done_at: now() })
  return mail
}
