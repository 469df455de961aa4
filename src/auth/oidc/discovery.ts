import { allowInsecureRequests, customFetch, discovery, type ServerMetadata } from 'openid-client'
import { told } from '#docs'
import { problem } from '../../platform/runtime/problem.ts'
import { isConfidential, type OidcProvider } from './provider.ts'

/** After how long a provider that has failed is asked again, in seconds. */
const retrySeconds = 5

export const providerUnavailable = problem('auth.provider_unavailable', 503, {
  wording: (cause?: unknown) => ({
    detail: 'The sign-in provider does not respond; please try again in a moment.',
    retryAfter: retrySeconds,
    cause,
  }),
  docs: told({ meaning: 'The provider of single sign-on does not respond, or too slowly.', example: [] }),
})

/** How long one call of a provider may take, in seconds. */
export const callSeconds = 3

/** How long what a provider says of itself is used before it is asked again, in milliseconds. */
const maxAgeMilliseconds = 3_600_000

/** Plain http goes to this machine alone, wherever a provider says that its endpoints are. */
export const confidentialFetch = async (url: string, options: object): Promise<Response> => {
  if (!isConfidential(url)) throw new TypeError('A provider of single sign-on must be called by https.')
  const answer = await fetch(url, options).catch((error: unknown) => {
    throw providerUnavailable(error)
  })
  if (answer.status >= 500) throw providerUnavailable()
  return answer
}

/** When calls failed last, by address, in milliseconds since 1970. */
const failures = new Map<string, number>()

/** Calls what anybody can make us call: an address that has failed is left alone for some seconds (decision 0051). */
export const sparingFetch = async (url: string, options: object): Promise<Response> => {
  if (Date.now() - (failures.get(url) ?? 0) < retrySeconds * 1_000) throw providerUnavailable()
  try {
    return await confidentialFetch(url, options)
  } catch (error) {
    failures.set(url, Date.now())
    throw error
  }
}

/** What providers of this process have said of themselves, by issuer. */
const known = new Map<string, { metadata: ServerMetadata; askedAt: number }>()

/** What a provider says of itself; what it said last is used for as long as it does not respond. */
export const discover = async ({ issuer, client_id }: OidcProvider): Promise<ServerMetadata> => {
  const last = known.get(issuer)
  const askedAt = Date.now()
  if (last && askedAt - last.askedAt < maxAgeMilliseconds) return last.metadata
  try {
    const metadata = await askProvider(issuer, client_id)
    known.set(issuer, { metadata, askedAt })
    return metadata
  } catch (error) {
    if (last) return last.metadata
    throw providerUnavailable(error)
  }
}

const askProvider = async (issuer: string, client_id: string): Promise<ServerMetadata> => {
  const config = await discovery(new URL(issuer), client_id, undefined, undefined, {
    timeout: callSeconds,
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    [customFetch]: sparingFetch,
  })
  return config.serverMetadata()
}
