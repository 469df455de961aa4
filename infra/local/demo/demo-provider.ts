import { exportJWK, generateKeyPair } from 'jose'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'
import { demoIssuer } from './demo-issuer.ts'
import { demoPeople } from './demo-people.ts'

const clientId = 'demo'

const personAt = (email: string) => demoPeople.people.find((one) => one.email === email)

/** Returns the service's registration at the provider. */
const demoClient = (
  publicUrl: string,
  client_secret: string,
): NonNullable<Configuration['clients']>[number] => ({
  client_id: clientId,
  client_secret,
  redirect_uris: [`${publicUrl}/api/v1/auth/oidc/callback`],
  response_types: ['code'],
  grant_types: ['authorization_code'],
  backchannel_logout_uri: `${publicUrl}/api/v1/auth/oidc/backchannel-logout`,
  backchannel_logout_session_required: true,
})

/** Configures storage in memory, and lifetimes in seconds: with explicit values, the provider prints no warnings. */
export const inMemory = async (): Promise<Pick<Configuration, 'adapter' | 'ttl'>> => {
  const file = 'oidc-provider/lib/adapters/memory_adapter.js'
  const { createMemoryAdapter } = (await import(file)) as {
    createMemoryAdapter: (clockTolerance: number) => NonNullable<Configuration['adapter']>
  }
  const ttl = { AccessToken: 600, IdToken: 600, Interaction: 3_600, Grant: 86_400, Session: 86_400 }
  return { adapter: createMemoryAdapter(0), ttl }
}

const grantAll: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const ids = { clientId: oidc.client?.clientId as string, accountId: oidc.session?.accountId as string }
  const grant = new oidc.provider.Grant(ids)
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

const demoClaims = async (email: string) => ({
  sub: email,
  email,
  email_verified: true,
  name: personAt(email)?.name,
})

/** Returns the configuration of a provider that knows the demo's people by email address and asks for no consent. */
const providerConfiguration = async (publicUrl: string, secret: string): Promise<Configuration> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
  return {
    ...(await inMemory()),
    clients: [demoClient(publicUrl, secret)],
    jwks: { keys: [key] as never },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => demoClaims(accountId) }),
    loadExistingGrant: grantAll,
    // the provider's own fetch refuses to call this machine
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined as never }),
  }
}

const choices = demoPeople.people.map(
  ({ email, name }) => `<p><button name="email" value="${email}">${name}, ${email}</button>`,
)

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Demo provider</title>
<body style="font: 1rem system-ui; max-width: 24rem; margin: 4rem auto; padding: 0 1rem">
<h1>Sign in as</h1>
<form method="post">
${choices.join('\n')}
<p><button name="email" value="">Nobody</button>
</form>
`

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) if (text.length < 1_000) text += String(chunk)
  return new URLSearchParams(text)
}

/** Serves the sign-in page: a form with a button for each person. */
const answerSignIn = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'POST') return void response.setHeader('Content-Type', 'text/html').end(page)
  const person = personAt((await readForm(request)).get('email') ?? '')
  const result = person ? { login: { accountId: person.email } } : { error: 'access_denied' }
  await provider.interactionFinished(request, response, result)
}

/**
 * Starts the demo provider on this machine's loopback address, and adds it as `demo` to the single sign-on settings in
 * the environment variables. Returns a function that stops it.
 */
export const startDemoProvider = async (publicUrl: string) => {
  const issuer = demoIssuer(publicUrl)
  const client_secret = randomBytes(32).toString('base64url')
  const provider = new Provider(issuer, await providerConfiguration(publicUrl, client_secret))
  const serve = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response)
    // a resubmitted form belongs to a finished interaction
    answerSignIn(provider, request, response).catch(() =>
      response.writeHead(400).end('Start the sign-in again.'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(new URL(issuer).port), '127.0.0.1', resolve)
  })
  const redirect_uris = [`${publicUrl}/account/signed-in`, `${publicUrl}/docs`]
  const settings = { name: 'demo', issuer, client_id: clientId, redirect_uris, create: true }
  const { OIDC_PROVIDERS: providers, OIDC_SECRETS: secrets } = process.env
  process.env['OIDC_PROVIDERS'] = JSON.stringify([...(JSON.parse(providers || '[]') as object[]), settings])
  process.env['OIDC_SECRETS'] = JSON.stringify({
    ...(JSON.parse(secrets || '{}') as object),
    demo: client_secret,
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
