import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyOptions } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { log } from '../../platform/runtime/log.ts'
import type { Problem } from '../../platform/runtime/problem.ts'
import { callSeconds, discover, isMisconfigured, sparingFetch } from './discovery.ts'
import { providerMisconfigured, providerUnavailable } from './provider-problems.ts'
import type { OidcProvider } from './provider.ts'
import { rejectionReason, skewSeconds } from './relying-party.ts'

/** Accepted signature algorithms, all asymmetric: only the provider has the private key. */
export const algorithms = ['RS', 'PS', 'ES'].flatMap((family) =>
  [256, 384, 512].map((bits) => `${family}${bits}`),
)
algorithms.push('EdDSA', 'Ed25519')

/** Key sets by issuer and address. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Returns the keys of a provider. Since anyone may send tokens, keys are cached for ten minutes, and an unknown key
 * causes at most one call per second (decision 0051).
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

/**
 * Returns true for errors of `jose` that mean that a provider does not return its keys; all other errors of `jose`
 * concern the token.
 */
const isAboutProvider = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(error.code)

/**
 * Verifies a token of a provider with its keys, and returns the metadata of the provider. Throws `refused()` for an
 * invalid token, and 503 if the provider does not respond.
 */
export const verifyByProvider = async (
  token: string,
  provider: OidcProvider,
  options: JWTVerifyOptions,
  refused: () => Problem,
): Promise<ServerMetadata> => {
  const metadata = await discover(provider)
  const common = { algorithms, issuer: metadata.issuer, clockTolerance: skewSeconds }
  await jwtVerify(token, providerKeys(metadata, provider), { ...common, ...options }).catch(
    (error: unknown) => {
      log.warn('a token of a provider was refused', {
        provider: provider.name,
        reason: rejectionReason(error),
      })
      if (isMisconfigured(error)) throw providerMisconfigured()
      throw isAboutProvider(error) ? providerUnavailable(error) : refused()
    },
  )
  return metadata
}
