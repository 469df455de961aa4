import type { Problem } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import * as z from '../../platform/schema/schema.ts'
import { anyOf, compare, isAbsent } from '../../platform/table/condition.ts'
import { entity } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import type { ProviderSession } from '../session/sign-in.ts'
import { maxSessionSeconds } from '../token.ts'
import { hashOf } from '../../platform/runtime/secret.ts'

/**
 * Sessions that are over: by a claim of the provider's logout token, or by the one-time code that was sent again. Under
 * `jti` the logout token itself.
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
    pk: `oidc-logout#${hashOf(JSON.stringify([issuer, claim, value]))}`,
    sk: 'logout',
  }),
  expires: ({ expires_at }) => expires_at,
})

/** Whose a session at a provider is: a logout token may name it alone. */
export const providerSessions = entity({
  name: 'auth.provider_session',
  isInternal: true,
  schema: z.object({ issuer: z.string(), sid: z.string(), user_id: z.string(), expires_at: z.int() }),
  key: ({ issuer, sid }: { issuer: string; sid: string }) => ({
    pk: `oidc-session#${hashOf(JSON.stringify([issuer, sid]))}`,
    sk: 'session',
  }),
  expires: ({ expires_at }) => expires_at,
})

/**
 * For how long a logout is remembered: longer than a sign-in takes from the provider's answer to its session. A logout
 * token that is older is refused.
 */
export const logoutSeconds = 3_600

/** Makes a transaction fail if the provider has ended the session since it was asked whose it is (decision 0051). */
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

/** The write by which the session at a provider that one here begins by is found again. */
export const toFindByProvider = ({ issuer, sid }: ProviderSession, user_id: string): Operation[] => {
  const expires_at = epochSeconds() + maxSessionSeconds
  return sid === null ? [] : [providerSessions.toPut({ issuer, sid, user_id, expires_at })]
}
