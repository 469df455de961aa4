import { createHash } from 'node:crypto'

export const daySeconds = 86_400
const windowSeconds = 900

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * Returns the limits of failed sign-ins: for an email address at a network address, for all email addresses at that
 * network address, and for the email address everywhere. The last two apply unless somebody has signed in with the
 * email address from the network address within 30 days (decision 0005).
 */
export const signInLimits = (email: string, address: string) => ({
  pair: { id: digest(email, address), maxFailures: 5, seconds: windowSeconds },
  address: { id: digest('address', address), maxFailures: 100, seconds: windowSeconds },
  everywhere: { id: digest('everywhere', email), maxFailures: 100, seconds: daySeconds },
})

/**
 * Returns the limit of requests for new passwords from a network address. An email address that signed in there within
 * 30 days has its own limit, so that colleagues behind one address do not share one.
 */
export const passwordResetLimit = (address: string, knownEmail?: string) => ({
  id: digest('password-reset', address, ...(knownEmail === undefined ? [] : [knownEmail])),
  maxFailures: 20,
  seconds: 3_600,
})

/** Returns the limit of requests with wrong links to tickets from a network address. */
export const ticketLinkLimit = (address: string) => ({
  id: digest('ticket-link', address),
  maxFailures: 20,
  seconds: 3_600,
})

/** Returns the limit of messages that are sent to a ticket by its links. */
export const ticketAnswerLimit = (ticket_id: string) => ({
  id: digest('ticket-answer', ticket_id),
  maxFailures: 20,
  seconds: 3_600,
})

export const limitsDescription =
  'Five failures for this email and IP address within 15 minutes. If no sign-in with this email from this IP ' +
  'address succeeded within 30 days, also a hundred failures for the IP address within 15 minutes, or for the ' +
  'email within 24 hours.'
