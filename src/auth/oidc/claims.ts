import type { Role } from '../../platform/identity/actor.ts'
import { emailAddress } from '../../platform/identity/user.ts'
import type { OidcProvider } from './provider.ts'

/** A person according to the claims of a provider. */
export interface Claimed {
  issuer: string
  subject: string
  /** Verified email address; null if there is none. */
  email: string | null
  name: string
  /** Undefined without a role claim. */
  role: Role | undefined
}

const claimText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns a readable line of at most 255 characters for any value of a claim. */
const claimLine = (value: unknown): string =>
  claimText(value)
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed()

const roles = ['admin', 'support_agent', 'user'] as const

/**
 * Returns the strongest known role in a claim (a string or a list); `user` if it names none. Undefined without a claim.
 */
const roleIn = (claim: unknown): Role | undefined => {
  if (typeof claim !== 'string' && !Array.isArray(claim)) return undefined
  const named: unknown[] = [claim].flat()
  return roles.find((role) => named.includes(role)) ?? 'user'
}

/** Returns the claims of a person that this service uses, from verified claims. */
export const toClaimed = (
  { trust_email, role_claim }: OidcProvider,
  claims: Record<string, unknown> & { iss: string; sub: string },
): Claimed => {
  const email = emailAddress.safeParse(claims['email'])
  // some providers send a string
  const isVerified = trust_email || claims['email_verified'] === true || claims['email_verified'] === 'true'
  const line = (...names: string[]) => claimLine(names.map((name) => claimText(claims[name])).join(' '))
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
