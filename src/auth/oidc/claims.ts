import type { Role } from '../../platform/identity/actor.ts'
import { emailAddress } from '../../platform/identity/user.ts'
import type { OidcProvider } from './provider.ts'

/** A person as a provider has told us of them. */
export interface Claimed {
  issuer: string
  subject: string
  /** Only one that is known to be theirs. */
  email: string | null
  name: string
  /** Undefined where the provider says nothing of it. */
  role: Role | undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A line of at most 255 characters that people can read, of whatever the provider says. */
const lineOf = (value: unknown): string =>
  textOf(value)
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed()

const roles = ['admin', 'support_agent', 'user'] as const

/** The strongest of the roles that a claim names, which is a text or a list; who has none of ours is a user. */
const roleIn = (claim: unknown): Role | undefined => {
  if (typeof claim !== 'string' && !Array.isArray(claim)) return undefined
  const named: unknown[] = [claim].flat()
  return roles.find((role) => named.includes(role)) ?? 'user'
}

/** What of the verified claims of a person is used here. */
export const claimedOf = (
  { trust_email, role_claim }: OidcProvider,
  claims: Record<string, unknown> & { iss: string; sub: string },
): Claimed => {
  const email = emailAddress.safeParse(claims['email'])
  // some providers send it as text
  const isVerified = trust_email || claims['email_verified'] === true || claims['email_verified'] === 'true'
  const line = (...names: string[]) => lineOf(names.map((name) => textOf(claims[name])).join(' '))
  const name =
    line('name') || line('given_name', 'family_name') || line('preferred_username') || line('email')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.success && isVerified ? email.data : null,
    name: name || claims.sub.slice(0, 255),
    role: role_claim === null ? undefined : roleIn(claims[role_claim]),
  }
}
