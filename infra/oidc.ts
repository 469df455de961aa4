import { loadEndpoints } from './endpoints.ts'
import { requireRoom, rightOf, settingDocument } from './setting-document.ts'
import { parseOidcProviders } from '../src/auth/oidc/provider.ts'
import { profileOf, type Spec } from '../src/platform/http/spec.ts'

/** Throws an Error that says what is wrong with the setting `oidc-providers`; a deployment uses TLS everywhere. */
export const requireOidcProviders = (text: string): void => {
  for (const { name, issuer, redirect_uris } of parseOidcProviders(text))
    if ([issuer, ...redirect_uris].some((address) => address.startsWith('http:')))
      throw new Error(`The setting OIDC_PROVIDERS is wrong: all addresses of "${name}" must be https.`)
  requireRoom('OIDC_PROVIDERS', text)
}

const readersOf = (endpoints: { name: string; spec: Spec }[]) =>
  endpoints.map(({ name, spec }) => ({ name, profile: profileOf(spec) }))

/**
 * The providers of single sign-on, which only those functions may read whose spec says so, and fewer of them the
 * secrets of this service there: `<stack>/oidc-<name>`, put in by hand.
 */
export const oidcProvidersOf = async (text: string) => {
  const endpoints = (await loadEndpoints()).filter(({ spec }) => spec.oidc)
  const proving = readersOf(endpoints.filter(({ spec }) => spec.oidc === 'secrets'))
  const { parameter, policy } = settingDocument({
    id: 'OidcProviders',
    name: 'oidc-providers',
    text,
    readers: readersOf(endpoints),
    rights:
      proving.length === 0
        ? []
        : [
            rightOf(proving, 'secretsmanager:GetSecretValue', [
              'secretsmanager',
              'secret:${AWS::StackName}/oidc-*',
            ]),
          ],
  })
  return { Resources: { OidcProvidersParameter: parameter, OidcProvidersPolicy: policy } }
}
