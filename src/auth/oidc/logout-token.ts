import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { log } from '../../platform/runtime/log.ts'
import * as z from '../../platform/schema/schema.ts'
import { logoutSeconds } from './logouts.ts'
import { logoutTokenInvalid, type ProviderLogout } from './provider-logout.ts'
import { oidcProviders, type OidcProvider } from './provider.ts'
import {
  callSeconds,
  confidentialFetch,
  discover,
  providerUnavailable,
  refusalOf,
  skewSeconds,
} from './relying-party.ts'

/** The event of a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Types of tokens that may be logout tokens; providers of before the final version say `JWT` or nothing. */
const types = ['logout+jwt', 'application/logout+jwt', 'jwt', undefined]

const named = z.string().min(1).optional()

const LogoutClaims = z.looseObject({
  jti: z.string().min(1),
  exp: z.int(),
  sid: named,
  sub: named,
  events: z.looseObject({ [logoutEvent]: z.looseObject({}) }),
})

/** The keys of providers by their addresses. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * The keys of a provider. Anybody may send logout tokens: so its keys are kept for ten minutes, and for one that is
 * unknown they are asked for again at most once a second (decision 0051).
 */
const keysOf = ({ jwks_uri }: ServerMetadata) => {
  if (jwks_uri === undefined) throw providerUnavailable()
  const known = keySets.get(jwks_uri)
  if (known) return known
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: callSeconds * 1_000,
    cooldownDuration: 1_000,
    cacheMaxAge: 600_000,
    [customFetch]: confidentialFetch,
  })
  keySets.set(jwks_uri, keys)
  return keys
}

const sameIssuer = (one: string, other: unknown) =>
  typeof other === 'string' && URL.canParse(other) && new URL(one).href === new URL(other).href

/** The provider that a token says it is of, before anything of it is verified; throws 400 for none of ours. */
const providerOf = async (token: string): Promise<OidcProvider> => {
  const providers = await oidcProviders()
  let claims: JWTPayload
  try {
    claims = decodeJwt(token)
  } catch {
    throw logoutTokenInvalid()
  }
  const provider = providers.find(({ issuer }) => sameIssuer(issuer, claims.iss))
  if (!provider) throw logoutTokenInvalid()
  return provider
}

/** What `jose` throws when a provider does not give its keys; whatever else it throws is about the token. */
const isAboutProvider = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(error.code)

/**
 * What a logout token says, once its signature and all its claims are verified (section 2.6). Throws 400 for one that
 * does not hold, and 503 when its provider does not respond.
 */
export const verifiedLogout = async (token: string): Promise<ProviderLogout> => {
  const provider = await providerOf(token)
  const metadata = await discover(provider)
  const { payload, protectedHeader } = await jwtVerify(token, keysOf(metadata), {
    issuer: metadata.issuer,
    audience: provider.client_id,
    clockTolerance: skewSeconds,
    maxTokenAge: logoutSeconds,
    requiredClaims: ['exp'],
  }).catch((error: unknown) => {
    log.warn('a logout token was refused', { provider: provider.name, reason: refusalOf(error) })
    throw isAboutProvider(error) ? providerUnavailable(error) : logoutTokenInvalid()
  })
  const claims = LogoutClaims.safeParse(payload)
  const isType = types.includes(protectedHeader.typ?.toLowerCase())
  if (!claims.success || !isType || 'nonce' in payload) throw logoutTokenInvalid()
  const { jti, sid, sub, exp } = claims.data
  if (sid === undefined && sub === undefined) throw logoutTokenInvalid()
  return { issuer: metadata.issuer, jti, sid, sub, expires_at: exp + skewSeconds }
}
