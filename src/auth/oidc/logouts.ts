import type { Problem } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { anyOf, compare, isAbsent } from '../../platform/table/condition.ts'
import { entity } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import type { ProviderSession } from '../session/sign-in.ts'
import { maxSessionSeconds } from '../token.ts'
import { hashSecret } from '../../platform/runtime/secret.ts'

/**
 * Record of ended sessions: by a claim of the provider's logout token, or by a one-time code that was sent twice. The
 * claim `jti` records the logout token itself.
 */
export const logouts = entity({
  name: 'auth.provider_logout',
  isInternal: true,
  schema: z.object({
    issuer: z.string(),
    claim: z.enum(['jti', 'sid', 'sub', 'code']),
    value: z.string(),
    /** In milliseconds since 1970. */
    at: z.int(),
    expires_at: z.int(),
  }),
  key: ({ issuer, claim, value }: { issuer: string; claim: string; value: string }) => ({
    pk: `oidc-logout#${hashSecret(JSON.stringify([issuer, claim, value]))}`,
    sk: 'logout',
  }),
  expires: ({ expires_at }) => expires_at,
})

/** Owner of a session at a provider, since a logout token may contain the session alone. */
export const providerSessions = entity({
  name: 'auth.provider_session',
  isInternal: true,
  schema: z.object({ issuer: z.string(), sid: z.string(), user_id: z.string(), expires_at: z.int() }),
  key: ({ issuer, sid }: { issuer: string; sid: string }) => ({
    pk: `oidc-session#${hashSecret(JSON.stringify([issuer, sid]))}`,
    sk: 'session',
  }),
  expires: ({ expires_at }) => expires_at,
})

/**
 * Retention of a logout in seconds, longer than a sign-in takes from the provider's response to its session. Older
 * logout tokens are rejected.
 */
export const logoutSeconds = 3_600

/**
 * Returns conditions that make a transaction fail if the provider ended the session after it identified the person
 * (decision 0051).
 */
export const toRequireNoLogout = (
  { issuer, subject: sub, sid, code, asked_at }: ProviderSession,
  otherwise: Problem,
): Operation[] =>
  Object.entries({ sub, sid, code }).flatMap(([claim, value]) =>
    value === null
      ? []
      : {
          key: logouts.keyOf({ issuer, claim, value }),
          require: [anyOf(isAbsent('pk'), compare(['summary', 'at'], '<', asked_at))],
          otherwise,
        },
  )

/** Returns the write that records the owner of a provider's session, so that a logout can find the session here. */
export const toFindByProvider = ({ issuer, sid }: ProviderSession, user_id: string): Operation[] => {
  const expires_at = epochSeconds() + maxSessionSeconds
  return sid === null ? [] : [providerSessions.toPut({ issuer, sid, user_id, expires_at })]
}
