import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTHeaderParameters,
} from 'jose'
import type { ServerMetadata } from 'openid-client'
import { log } from '../../platform/runtime/log.ts'
import * as z from '../../platform/schema/schema.ts'
import {
  callSeconds,
  discover,
  isMisconfigured,
  providerMisconfigured,
  providerUnavailable,
  sparingFetch,
} from './discovery.ts'
import { logoutSeconds } from './logouts.ts'
import { logoutTokenInvalid, type ProviderLogout } from './provider-logout.ts'
import { isSameIssuer, oidcProviders, type OidcProvider } from './provider.ts'
import { rejectionReason, skewSeconds } from './relying-party.ts'

/** Event of a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Types of tokens accepted as logout tokens; providers that predate the final version send `JWT` or nothing. */
const types = ['logout+jwt', 'application/logout+jwt', 'jwt', undefined]

const named = z.string().min(1).optional()

const LogoutClaims = z
  .looseObject({
    iss: z.string(),
    jti: z.string().min(1),
    exp: z.int(),
    sid: named,
    sub: named,
    events: z.looseObject({ [logoutEvent]: z.looseObject({}) }),
  })
  .refine((claims) => !('nonce' in claims) && (claims.sid ?? claims.sub) !== undefined)
type LogoutClaims = z.output<typeof LogoutClaims>

/** Accepted signature algorithms, all asymmetric: only the provider has the private key. */
const algorithms = ['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`))
algorithms.push('EdDSA', 'Ed25519')

/** Key sets by issuer and address. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Returns the keys of a provider. Since anyone may send logout tokens, keys are cached for ten minutes, and an unknown
 * key causes at most one call per second (decision 0051).
 */
const providerKeys = ({ jwks_uri }: ServerMetadata, { issuer }: OidcProvider) => {
  if (jwks_uri === undefined) throw providerUnavailable()
  const name = `${issuer} ${jwks_uri}`
  const known = keySets.get(name)
  if (known) return known
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: callSeconds * 1_000,
    cooldownDuration: 1_000,
    cacheMaxAge: 600_000,
    [customFetch]: sparingFetch(issuer),
  })
  keySets.set(name, keys)
  return keys
}

const decodeLogoutToken = (token: string) => {
  try {
    return { ...decodeProtectedHeader(token), claims: decodeJwt(token) } as JWTHeaderParameters & {
      claims: object
    }
  } catch {
    throw logoutTokenInvalid()
  }
}

/**
 * Returns the claims of a token before its signature is verified with the provider's keys; throws 400 if the token
 * cannot be valid.
 */
const readToken = async (token: string): Promise<{ claims: LogoutClaims; provider: OidcProvider }> => {
  const providers = await oidcProviders()
  const { alg, typ, claims } = decodeLogoutToken(token)
  const parsed = LogoutClaims.safeParse(claims)
  const isType =
    algorithms.includes(alg) && types.includes(typ === undefined ? typ : String(typ).toLowerCase())
  const provider = providers.find(({ issuer }) => parsed.success && isSameIssuer(issuer, parsed.data.iss))
  if (!provider || !parsed.data || !isType) throw logoutTokenInvalid()
  return { claims: parsed.data, provider }
}

/**
 * Returns true for errors of `jose` that mean that a provider does not return its keys; all other errors of `jose`
 * concern the token.
 */
const isAboutProvider = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(error.code)

/**
 * Returns the content of a logout token after verifying its signature and all claims (section 2.6). Throws 400 for an
 * invalid token, and 503 if its provider does not respond.
 */
export const verifiedLogout = async (token: string): Promise<ProviderLogout> => {
  const { claims, provider } = await readToken(token)
  const metadata = await discover(provider)
  await jwtVerify(token, providerKeys(metadata, provider), {
    algorithms,
    issuer: metadata.issuer,
    audience: provider.client_id,
    clockTolerance: skewSeconds,
    maxTokenAge: logoutSeconds,
    requiredClaims: ['exp'],
  }).catch((error: unknown) => {
    log.warn('a logout token was refused', { provider: provider.name, reason: rejectionReason(error) })
    if (isMisconfigured(error)) throw providerMisconfigured()
    throw isAboutProvider(error) ? providerUnavailable(error) : logoutTokenInvalid()
  })
  const { jti, sid, sub, exp } = claims
  return { issuer: metadata.issuer, jti, sid, sub, expires_at: exp + skewSeconds }
}
