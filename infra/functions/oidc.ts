import { loadEndpoints } from '../generation/endpoints.ts'
import { parseOidcProviders } from '../../src/auth/oidc/provider.ts'
import { isPublicHost } from '../../src/platform/outbound/public-address.ts'
import { functionProfile } from '../../src/platform/http/spec-rules.ts'

/** Throws if the setting `oidc-providers` is invalid; a deployment requires TLS for all addresses. */
export const requireOidcProviders = (text: string): void => {
  for (const { name, issuer, redirect_uris } of parseOidcProviders(text)) {
    if ([issuer, ...redirect_uris].some((address) => address.startsWith('http:')))
      throw new Error(`The setting OIDC_PROVIDERS is invalid: all addresses of "${name}" must be https.`)
    if (!isPublicHost(new URL(issuer)))
      throw new Error(
        `The setting OIDC_PROVIDERS is invalid: the issuer of "${name}" must have a public host.`,
      )
  }
}

/**
 * Returns the functions that read the single sign-on providers; `proving` are those that authenticate to the providers.
 */
export const oidcReaders = async () => {
  const endpoints = (await loadEndpoints()).filter(({ spec }) => spec.oidc)
  const reading = endpoints.map(({ functionName: name, spec }) => ({
    name,
    profile: functionProfile(spec),
    oidc: spec.oidc,
  }))
  return { reading, proving: reading.filter(({ oidc }) => oidc === 'secrets') }
}
