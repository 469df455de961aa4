import { signedInUrl } from '../../pages/address.ts'
import { isPublicHost } from '../../platform/outbound/public-address.ts'
import { parameter } from '../../platform/aws/parameter.ts'
import { signInEnvironment } from '../../platform/runtime/environment.ts'
import { upTo } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { parseSetting } from '../../platform/schema/setting-value.ts'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Returns true if nobody can read a request to an address on its way: it uses TLS, or stays on this machine. */
const isConfidential = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.includes(hostname))
}

/**
 * Returns true if a provider may name an address as its endpoint. A public provider must name public hosts by https;
 * only a provider on this machine may name this machine (decision 0051).
 */
export const isAllowedEndpoint = (issuer: string, address: unknown): boolean => {
  if (typeof address !== 'string' || !URL.canParse(address) || !isConfidential(address)) return false
  const url = new URL(address)
  return !isPublicHost(new URL(issuer)) || (url.protocol === 'https:' && isPublicHost(url))
}

/** Returns true if two issuers are equal, apart from a trailing slash. */
export const isSameIssuer = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((issuer) => URL.canParse(issuer) && new URL(issuer).href.replace(/\/$/, ''))
  return a === b && a !== false
}

const Address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => !/[@#]/.test(url), 'must not contain a user name, password or fragment')
  .refine((url) => URL.canParse(url) && isConfidential(url), 'must be https, or http on this machine')

/** Microsoft's addresses shared by all tenants; the tokens of each tenant have another issuer. */
const sharedTenant = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i

/** Microsoft's tenant of personal accounts. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Returns true if anyone may have an account at the issuer, so that its email addresses do not belong to one company.
 */
const isOfManyTenants = (issuer: string): boolean => {
  const { hostname, pathname } = new URL(issuer)
  if (pathname.includes(personalTenant)) return true
  return [
    'accounts.google.com',
    'appleid.apple.com',
    'gitlab.com',
    'login.salesforce.com',
    'slack.com',
    'token.actions.githubusercontent.com',
    'www.facebook.com',
    'www.linkedin.com',
  ].includes(hostname)
}

/** A provider of the setting `OIDC_PROVIDERS`, at which people sign in with OpenID Connect. */
const OidcProvider = z
  .strictObject({
    /** Name of the provider in addresses, and of this service's secret there. */
    name: z.string().regex(/^[a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens'),
    issuer: Address.refine((url) => !url.includes('?'), 'must not contain a query').refine(
      (url) => !sharedTenant.test(url),
      'must name one tenant',
    ),
    client_id: z.string().min(1).max(255),
    /** Addresses to which clients other than this service's pages may return people; compared exactly. */
    redirect_uris: upTo(10, Address),
    /** True if people without an account get one. */
    create: z.boolean().default(false),
    /** True for the company's own provider, whose email addresses are trusted without `email_verified`. */
    trust_email: z.boolean().default(false),
    /** Name of the claim that sets the role at each sign-in. */
    role_claim: z.orNull(z.string().min(1).max(255)),
  })
  .refine(({ issuer, trust_email }) => !(trust_email && isOfManyTenants(issuer)), {
    path: ['trust_email'],
    error: 'must be false if the provider accepts anyone',
  })
export type OidcProvider = z.output<typeof OidcProvider>

/** Returns true if people who signed in at the provider may be redirected to this address. */
export const leadsBackTo = ({ redirect_uris }: OidcProvider, address: string): boolean =>
  address === signedInUrl() || redirect_uris.includes(address)

const Configured = z
  .array(OidcProvider)
  .max(5)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must not contain a name twice')
  .refine(
    (all) =>
      all.every(({ issuer }, n) => !all.slice(n + 1).some((other) => isSameIssuer(issuer, other.issuer))),
    'must not contain an issuer twice',
  )

/** Parses the setting `OIDC_PROVIDERS`. Throws an Error that says what is wrong. */
export const parseOidcProviders = (text: string): OidcProvider[] =>
  parseSetting('OIDC_PROVIDERS', Configured, text)

let parsed: { text: string; providers: OidcProvider[] } | undefined

export const oidcProviders = async (): Promise<OidcProvider[]> => {
  const name = signInEnvironment.oidcProvidersParameter
  const text = name === undefined ? '[]' : await parameter(name)
  if (parsed?.text !== text) parsed = { text, providers: parseOidcProviders(text) }
  return parsed.providers
}
