import { createHash, randomBytes } from 'node:crypto'
import { createOidcToken } from '../../src/auth/endpoints/create-oidc-token.ts'
import { finishSingleSignOn } from '../../src/auth/endpoints/finish-single-sign-on.ts'
import { startSingleSignOn } from '../../src/auth/endpoints/start-single-sign-on.ts'
import { call } from './call.ts'
import { configureDocument } from './configured-document.ts'
import { clientId } from './oidc-client.ts'
import { browse, type Cookies } from './oidc-provider.ts'

export const redirectUri = 'https://intra.example.com/signed-in?from=us'
export const callbackUrl = () => `${process.env['PUBLIC_URL']}/api/v1/auth/oidc/callback`

/** Configures these identity providers; returns a function that reverts the setting. */
export const configureProviders = (...providers: { issuer: string; [setting: string]: unknown }[]) => {
  const usual = { name: 'company', client_id: clientId, redirect_uris: [redirectUri] }
  const all = providers.map((provider) => ({ ...usual, ...provider }))
  return configureDocument('OIDC_PROVIDERS_PARAMETER', JSON.stringify(all))
}

/** Starts a sign-in as a client; returns the response with the client's secret verifier. */
export const begin = async (provider: string, query: Record<string, string> = {}) => {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const parameters = { provider, redirect_uri: redirectUri, state: 'of the client', code_challenge, ...query }
  const answer = await call(startSingleSignOn, { query: parameters })
  return { ...answer, verifier, url: answer.headers['location'] as string }
}

/** Returns the query parameters with which the provider redirects back. */
export const visit = async (url: string, cookies?: Cookies): Promise<Record<string, string>> =>
  Object.fromEntries((await browse(url, callbackUrl(), cookies)).searchParams)

export const finish = (query: Record<string, string>) => call(finishSingleSignOn, { query })

/** Returns the query parameters with which the service redirects to the client. */
export const outcomeOf = ({ headers }: { headers: Record<string, string> }) =>
  Object.fromEntries(new URL(headers['location'] as string).searchParams)

export const redeem = (code: string, code_verifier: string) =>
  call(createOidcToken, { body: { code, code_verifier } })

/** Signs in up to the redirect to the client; returns its parameters. */
export const comeBack = async (provider: string, cookies?: Cookies) => {
  const { url, verifier } = await begin(provider)
  const outcome = outcomeOf(await finish(await visit(url, cookies)))
  return { ...outcome, code: outcome['code'] ?? '', error: outcome['error'], verifier }
}

/** Signs in completely; returns the token. */
export const signInAt = async (provider: string, cookies?: Cookies) => {
  const { code, verifier } = await comeBack(provider, cookies)
  const { body } = await redeem(code, verifier)
  return { token: body.access_token as string }
}
