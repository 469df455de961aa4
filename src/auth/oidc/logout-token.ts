import { decodeJwt, decodeProtectedHeader, type JWTHeaderParameters } from 'jose'
import * as z from '../../platform/schema/schema.ts'
import { logoutSeconds } from './logouts.ts'
import { logoutTokenInvalid, type ProviderLogout } from './provider-logout.ts'
import { algorithms, verifyByProvider } from './provider-keys.ts'
import { isSameIssuer, oidcProviders, type OidcProvider } from './provider.ts'
import { skewSeconds } from './relying-party.ts'

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
 * Returns the content of a logout token after verifying its signature and all claims (section 2.6). Throws 400 for an
 * invalid token, and 503 if its provider does not respond.
 */
export const verifiedLogout = async (token: string): Promise<ProviderLogout> => {
  const { claims, provider } = await readToken(token)
  const { issuer } = await verifyByProvider(
    token,
    provider,
    { audience: provider.client_id, maxTokenAge: logoutSeconds, requiredClaims: ['exp'] },
    logoutTokenInvalid,
  )
  const { jti, sid, sub, exp } = claims
  return { issuer, jti, sid, sub, expires_at: exp + skewSeconds }
}
