import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTHeaderParameters } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import Provider, { type Configuration } from 'oidc-provider'
import { inMemory } from '../../infra/local/demo/demo-provider.ts'
import { clientId, clientSecret } from './oidc-client.ts'

const now = Date.now.bind(Date)
/** Seconds by which the provider's clock is ahead, while it serves a request. */
const clock = new AsyncLocalStorage<number>()
Date.now = () => now() + (clock.getStore() ?? 0) * 1_000

/** Claims of a person at a provider. */
export interface ProviderPerson {
  email?: string
  /** Not always a boolean, because some providers send other types. */
  email_verified?: unknown
  name?: string
  given_name?: string
  family_name?: string
  role?: string | string[]
  /** Claims that are in the ID token too. */
  inIdToken?: string[]
}

const claimsOf = ({ inIdToken = [], ...person }: ProviderPerson, use: string) =>
  Object.entries(person).filter(([name]) => use !== 'id_token' || inIdToken.includes(name))

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

interface Options {
  people: Map<string, ProviderPerson>
  key: JWK
  callback: string
  logoutTokens: string[]
}

const configurationOf = (
  { people, key, callback, logoutTokens }: Options,
  { adapter, ttl }: Awaited<ReturnType<typeof inMemory>>,
): Configuration => ({
  adapter,
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [callback],
      backchannel_logout_uri: new URL('backchannel-logout', callback).href,
      backchannel_logout_session_required: true,
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  jwks: { keys: [key] as never },
  ttl: { ...ttl, IdToken: 60 },
  conformIdTokenClaims: false,
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'role'],
  },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    // access tokens of RFC 9068 for the resource that a client names (RFC 8707)
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_, resource) => ({
        scope: 'read write full',
        audience: resource,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
      useGrantedResource: () => true,
    },
  },
  // the provider sends only logout tokens; the test delivers them
  fetch: async (_, options) => {
    logoutTokens.push(new URLSearchParams(options?.body as URLSearchParams).get('logout_token') as string)
    return new Response()
  },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  cookies: { keys: ['for tests'] },
  findAccount: (_, accountId) => ({
    accountId,
    claims: (use) =>
      Promise.resolve({ sub: accountId, ...Object.fromEntries(claimsOf(people.get(accountId) ?? {}, use)) }),
  }),
  // grants consent without asking
  loadExistingGrant: async ({ oidc }) => {
    const ids = { clientId: oidc.client?.clientId as string, accountId: oidc.session?.accountId as string }
    const grant = new oidc.provider.Grant(ids)
    grant.addOIDCScope('openid email profile')
    const { resource } = oidc.params ?? {}
    if (typeof resource === 'string') grant.addResourceScope(resource, 'read write full')
    await grant.save()
    return grant
  },
})

/**
 * Starts an identity provider independent of our code: oidc-provider, over HTTP on this machine. People sent to it sign
 * in as `subject`, or refuse if it is undefined.
 */
export const startOidcProvider = async (callback: string) => {
  const people = new Map<string, ProviderPerson>()
  const logoutTokens: string[] = []
  const memory = await inMemory()
  let key: JWK
  let [subject, isDown, isSilent]: [string | undefined, boolean, boolean] = [undefined, false, false]
  let clockSeconds = 0
  let serve: ReturnType<Provider['callback']> | undefined
  let provider: Provider
  const server = createServer((request, response) => {
    if (isDown) return void response.socket?.destroy()
    if (isSilent) return
    if (!request.url?.startsWith('/interaction/'))
      return void clock.run(clockSeconds, () => serve?.(request, response))
    const result = subject === undefined ? { error: 'access_denied' } : { login: { accountId: subject } }
    void provider.interactionFinished(request, response, result)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const useNewKey = async (to = callback) => {
    key = await newKey()
    provider = new Provider(issuer, configurationOf({ people, key, callback: to, logoutTokens }, memory))
    serve = provider.callback()
  }
  await useNewKey()
  return {
    issuer,
    people,
    /** Switches to a new key, as another process of the provider would, optionally with another redirect URL. */
    useNewKey,
    /** Logout tokens sent by the provider. */
    logoutTokens,
    /** Signs a token of the provider with any claims. */
    sign: async (claims: object, header: Partial<JWTHeaderParameters> = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid as string, ...header })
        .sign(await importJWK(key, 'RS256')),
    signInAs: (next: string | undefined) => (subject = next),
    /** Sets how far the provider's clock is ahead of ours. */
    setClock: (seconds: number) => (clockSeconds = seconds),
    setDown: (down: boolean) => (isDown = down),
    /** Makes the provider accept requests without responding. */
    setSilent: (silent: boolean) => (isSilent = silent),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type OidcProviderProcess = Awaited<ReturnType<typeof startOidcProvider>>

/** Cookies of a browser. */
export type Cookies = Map<string, string>

/** Sends a request as a browser that keeps cookies. */
export const requestWith = async (
  url: URL,
  cookies: Cookies,
  options: RequestInit = {},
): Promise<Response> => {
  const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(url, { redirect: 'manual', headers: { Cookie }, ...options })
  for (const one of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }
  return answer
}

/** Opens the logout page of the provider, and confirms. */
export const logOutAt = async (address: string, cookies: Cookies): Promise<void> => {
  const page = await (await requestWith(new URL(address), cookies)).text()
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  await requestWith(new URL(action, address), cookies, { method: 'POST', body })
}

/** Follows redirects as a browser, until a URL begins with `end` or matches it. */
export const browse = async (
  from: string,
  end: string | RegExp,
  cookies: Cookies = new Map(),
): Promise<URL> => {
  for (let url = new URL(from), steps = 0; steps < 10; steps += 1) {
    if (typeof end === 'string' ? url.href.startsWith(end) : end.test(url.href)) return url
    const answer = await requestWith(url, cookies)
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${answer.status} ${url.href} ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error(`No redirect leads to ${end}.`)
}
