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
import { callSeconds, confidentialFetch, discover, providerUnavailable } from './discovery.ts'
import type { OidcProvider } from './provider.ts'

/** How far the clock of a provider may be from ours, in seconds. */
export const skewSeconds = 60

/**
 * This service as the provider's client. It is made for each sign-in, and so knows the provider's keys of that moment
 * (decision 0051).
 */
export const relyingParty = async (provider: OidcProvider, clientSecret?: string): Promise<Configuration> => {
  const metadata = await discover(provider)
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const prove = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const client = { [clockTolerance]: skewSeconds }
  const config = new Configuration(metadata, provider.client_id, client, prove(clientSecret))
  config.timeout = callSeconds
  config[customFetch] = confidentialFetch
  enableNonRepudiationChecks(config)
  if (provider.issuer.startsWith('http:')) allowInsecureRequests(config)
  return config
}

/** What one sign-in at the provider is known by. */
interface Attempt {
  state: string
  nonce: string
  code_verifier: string
}

const callbackUrl = () => `${environment.publicUrl}/api/v1/auth/oidc/callback`

/** Where a person signs in at a provider; throws 503 within seconds when it does not respond. */
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

/** Whether an error came about because the provider did not respond. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  ('code' in error &&
  [providerUnavailable.code, 'OAUTH_TIMEOUT', 'service.unavailable'].includes(String(error.code))
    ? true
    : isUnavailable(error.cause))

/** Why a provider's answer was refused, without anything of it: an answer has tokens. */
export const refusalOf = (error: unknown): string =>
  error instanceof Error
    ? [error.name, 'code' in error ? String(error.code) : ''].join(' ').trim()
    : 'unknown'

/** Codes by which a provider refuses this service as its client (RFC 6749 section 5.2), such as for an old secret. */
const clientRefusals = ['invalid_client', 'unauthorized_client', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE']

/** The field of the log by which refusals count that last until an operator changes something (infra/logs.yml). */
export const clientRefusal = (error: unknown) => {
  const { error: oauthCode, code } = error as { error?: unknown; code?: unknown }
  return clientRefusals.some((one) => one === oauthCode || one === code) ? 'oidc_client' : undefined
}

/**
 * Exchanges what the provider has sent a person back with for what it says of them: verified, and of the ID token
 * first. Some providers say e-mail address, whether it is verified, or name only at their user info endpoint.
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
  // what is verified is the address beside it
  if ('email' in claims && claims['email'] !== more['email']) delete more['email_verified']
  const { email_verified } = 'email' in claims ? { ...more, ...claims } : more
  const said = { ...more, ...claims, email_verified } as Record<string, unknown> & {
    iss: string
    sub: string
  }
  return { claims: said, id_token: tokens.id_token as string }
}
