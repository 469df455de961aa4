import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { secret } from '../../platform/aws/secret.ts'
import { environment, signInEnvironment } from '../../platform/runtime/environment.ts'
import { callSeconds, discover, providerFetch } from './discovery.ts'
import { providerUnavailable } from './provider-problems.ts'
import type { OidcProvider } from './provider.ts'

/** Maximum difference between the clocks of a provider and of this service, in seconds. */
export const skewSeconds = 60

/**
 * Creates the OpenID Connect client of a provider. It is created for each sign-in, so that it has the provider's
 * current keys (decision 0051).
 */
export const relyingParty = async (provider: OidcProvider, clientSecret?: string): Promise<Configuration> => {
  const metadata = await discover(provider)
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const prove = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const client = { [clockTolerance]: skewSeconds }
  const config = new Configuration(metadata, provider.client_id, client, prove(clientSecret))
  config.timeout = callSeconds
  config[customFetch] = providerFetch(provider.issuer)
  enableNonRepudiationChecks(config)
  if (provider.issuer.startsWith('http:')) allowInsecureRequests(config)
  return config
}

/** Values that identify one sign-in at the provider. */
interface Attempt {
  state: string
  nonce: string
  code_verifier: string
}

const callbackUrl = () => `${environment.publicUrl}/api/v1/auth/oidc/callback`

/** Returns the address at which a person signs in at a provider; throws 503 within seconds if it does not respond. */
export const authorizationUrl = async (
  provider: OidcProvider,
  { state, nonce, code_verifier }: Attempt,
): Promise<string> => {
  const url = buildAuthorizationUrl(await relyingParty(provider), {
    redirect_uri: callbackUrl(),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return url.href
}

/** Returns true if an error occurred because the provider did not respond. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  ('code' in error &&
  [providerUnavailable.code, 'OAUTH_TIMEOUT', 'service.unavailable'].includes(String(error.code))
    ? true
    : isUnavailable(error.cause))

/** Returns the reason why a provider's response was rejected, without any of its content, which has tokens. */
export const rejectionReason = (error: unknown): string =>
  error instanceof Error
    ? [error.name, 'code' in error ? String(error.code) : ''].join(' ').trim()
    : 'unknown'

/**
 * Codes by which a provider rejects this service as a client (RFC 6749 section 5.2), for example because of an old
 * secret.
 */
const clientRefusals = ['invalid_client', 'unauthorized_client', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE']

/**
 * Returns the log field that counts rejections which last until an operator changes a setting
 * (infra/template/logs.yml).
 */
export const clientRefusal = (error: unknown) => {
  const { error: oauthCode, code } = error as { error?: unknown; code?: unknown }
  return clientRefusals.some((one) => one === oauthCode || one === code) ? 'oidc_client' : undefined
}

/**
 * Exchanges the provider's authorization response for verified claims about the person. Claims of the ID token take
 * precedence; some providers return email address, its verification or name only from their user info endpoint.
 */
export const exchange = async (provider: OidcProvider, query: URLSearchParams, attempt: Attempt) => {
  const config = await relyingParty(provider, await secret(signInEnvironment.oidcSecretId(provider.name)))
  const tokens = await authorizationCodeGrant(config, new URL(`${callbackUrl()}?${query.toString()}`), {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.code_verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims() as NonNullable<ReturnType<typeof tokens.claims>>
  const wanted = [
    'email',
    'name',
    provider.trust_email ? [] : 'email_verified',
    provider.role_claim ?? [],
  ].flat()
  const isWhole = wanted.every((name) => name in claims) || !config.serverMetadata().userinfo_endpoint
  const more: Record<string, unknown> = isWhole
    ? {}
    : { ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) }
  // `email_verified` applies only to the address that comes with it
  if ('email' in claims && claims['email'] !== more['email']) delete more['email_verified']
  const { email_verified } = 'email' in claims ? { ...more, ...claims } : more
  const allClaims = { ...more, ...claims, email_verified } as Record<string, unknown> & {
    iss: string
    sub: string
  }
  return { claims: allClaims, id_token: tokens.id_token as string }
}
