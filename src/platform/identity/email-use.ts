import { toEmailStatus, type StoredUser } from './user.ts'

/**
 * Uses of an email address that a person could exploit with somebody else's address: receiving content, sending mail as
 * its owner, and gaining access to an account (by a link to choose a password, an invitation, or single sign-on).
 */
export type EmailUse = 'content' | 'sender' | 'password_reset' | 'invitation' | 'linking'

type Holder = Pick<StoredUser, 'email_status' | 'is_email_moved' | 'has_password'>

/**
 * Returns true if a user's address may be used for this. An unconfirmed address gives access only to an account that
 * nobody can use yet, and only if it is the account's first address: a person is invited to it, or signs in at a
 * provider that vouches for it. Otherwise anyone who can change an address could take over its account (decision 0060).
 */
export const mayUseEmail = (user: Holder, use: EmailUse): boolean => {
  const status = toEmailStatus(user)
  if (status === 'unconfirmed')
    return (use === 'invitation' || use === 'linking') && !user.is_email_moved && user.has_password === false
  return status === 'ok' || use === 'sender' || use === 'linking'
}

/** Returns the fields of an address that its owner or an administrator has confirmed. */
export const confirmedEmail = (user: Holder) =>
  toEmailStatus(user) === 'unconfirmed' ? { email_status: 'ok', is_email_moved: false } : {}
