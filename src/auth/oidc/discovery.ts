import {
  allowInsecureRequests,
  ClientError,
  customFetch,
  discovery,
  type ServerMetadata,
} from 'openid-client'
import { configuredServer } from '../../platform/outbound/configured-server.ts'
import { outboundFetch } from '../../platform/outbound/outbound-fetch.ts'
import { ForbiddenAddress } from '../../platform/outbound/public-address.ts'
import { log } from '../../platform/runtime/log.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { providerMisconfigured, providerUnavailable, retrySeconds } from './provider-problems.ts'
import { isAllowedEndpoint, isSameIssuer, type OidcProvider } from './provider.ts'

/** Returns true if an error says that a provider is not set up correctly. */
export const isMisconfigured = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof Problem && error.code === providerMisconfigured.code) || isMisconfigured(error.cause))

/** Time limit of one call of a provider, in seconds. */
export const callSeconds = 3

/** Maximum age of a provider's metadata, in milliseconds. */
const maxAgeMilliseconds = 3_600_000

type ProviderFetch = (url: string, options: object) => Promise<Response>

/**
 * Returns the `fetch` of a provider. Only its issuer may be plain http, on this machine, or have a private address; the
 * addresses of other endpoints that it names are checked.
 */
export const providerFetch =
  (issuer: string): ProviderFetch =>
  async (url, options) => {
    const server = configuredServer.issuer(issuer)
    const answer = await outboundFetch(url, { ...options, server }).catch((error: unknown) => {
      if (!(error instanceof ForbiddenAddress)) throw providerUnavailable(error)
      log.warn('a sign-in provider has an endpoint at a forbidden address', { issuer, address: url })
      throw providerMisconfigured()
    })
    if (answer.status >= 500) throw providerUnavailable()
    return answer
  }

/** Time of the last failed call by address, in milliseconds since 1970. */
const failures = new Map<string, number>()

/**
 * Returns the `fetch` of a provider for calls on behalf of anonymous callers; makes no call for some seconds after a
 * failure (decision 0051).
 */
export const sparingFetch =
  (issuer: string): ProviderFetch =>
  async (url, options) => {
    if (Date.now() - (failures.get(url) ?? 0) < retrySeconds * 1_000) throw providerUnavailable()
    try {
      return await providerFetch(issuer)(url, options)
    } catch (error) {
      failures.set(url, Date.now())
      throw error
    }
  }

/** Metadata of providers that this process has loaded, by issuer. */
const known = new Map<string, { metadata: ServerMetadata; askedAt: number }>()

/**
 * Returns the metadata of a provider; the last known metadata while the provider does not respond. Throws 503 if the
 * provider does not respond, or is not set up correctly.
 */
export const discover = async (provider: OidcProvider): Promise<ServerMetadata> => {
  const last = known.get(provider.issuer)
  const askedAt = Date.now()
  if (last && askedAt - last.askedAt < maxAgeMilliseconds) return last.metadata
  try {
    const metadata = await discoverProvider(provider)
    known.set(provider.issuer, { metadata, askedAt })
    return metadata
  } catch (error) {
    if (isMisconfigured(error)) throw providerMisconfigured()
    if (last) return last.metadata
    throw providerUnavailable(error)
  }
}

/** Returns the issuer that a provider names, if the library has rejected it as another one than configured. */
const otherIssuer = (error: unknown): string | undefined => {
  if (!(error instanceof ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return undefined
  return (error.cause as { body: ServerMetadata }).body.issuer
}

const fetchMetadata = async (issuer: string, client_id: string): Promise<ServerMetadata> => {
  const config = await discovery(new URL(issuer), client_id, undefined, undefined, {
    timeout: callSeconds,
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    [customFetch]: sparingFetch(issuer),
  })
  return config.serverMetadata()
}

/** Returns the issuer that a provider names if only a trailing slash differs; throws 503 for another one. */
const namedIssuer = ({ name, issuer }: OidcProvider, error: unknown): string => {
  const named = otherIssuer(error)
  if (named === undefined) throw error
  if (isSameIssuer(issuer, named)) return named
  log.warn('the discovery document of a sign-in provider has another issuer', { name, issuer, named })
  throw providerMisconfigured()
}

const discoverProvider = async (provider: OidcProvider): Promise<ServerMetadata> => {
  const { name, issuer, client_id } = provider
  const metadata = await fetchMetadata(issuer, client_id).catch((error: unknown) =>
    fetchMetadata(namedIssuer(provider, error), client_id),
  )
  const endpoints = Object.entries(metadata).filter(([field]) => /_endpoint$|^jwks_uri$/.test(field))
  const wrong = endpoints.find(([, address]) => !isAllowedEndpoint(issuer, address))
  if (!wrong) return metadata
  const [field, address] = wrong.map(String)
  log.warn('the discovery document of a sign-in provider has a forbidden endpoint', { name, field, address })
  throw providerMisconfigured()
}
