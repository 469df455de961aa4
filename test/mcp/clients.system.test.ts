import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { givenSpace } from '../support/given.ts'
import { callbackUrl, configureProviders, signInAt } from '../support/given-sign-in.ts'
import { givenToken } from '../support/given-token.ts'
import { clientId, clientSecret } from '../support/oidc-client.ts'
import { browse, startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'

let service: RunningService
let company: OidcProviderProcess
let ada: SignedIn
let reset: () => void

beforeAll(async () => {
  service = await startService()
  company = await startOidcProvider(callbackUrl())
  reset = await configureProviders({ issuer: company.issuer })
  ada = await signedIn()
})

afterAll(async () => {
  reset()
  company.stop()
  await service.stop()
})

const endpoint = () => `${service.url}/api/v1/mcp`

/** Returns an access token of the issuer for Ada and this service, by the code flow of an AI client. */
const issuedToken = async (): Promise<string> => {
  company.people.set('ada', { email: ada.email, email_verified: true, name: ada.name })
  company.signInAs('ada')
  // links the account, as an access token carries no email address
  await signInAt('company')
  const code_verifier = randomBytes(32).toString('base64url')
  const asked = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: callbackUrl(),
    scope: 'openid full',
    resource: endpoint(),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const back = await browse(`${company.issuer}/auth?${String(asked)}`, callbackUrl())
  const answer = await fetch(`${company.issuer}/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callbackUrl(),
      code_verifier,
      resource: endpoint(),
    }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

const requestInit = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

test.each(['own', 'issued'] as const)(
  'connects the library’s client over HTTP with an %s token',
  async (kind) => {
    const token = kind === 'own' ? (await givenToken(ada)).token : await issuedToken()
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(endpoint()), { requestInit: requestInit(token) }),
    )
    const space = await givenSpace(ada)

    const { structuredContent } = await client.callTool({
      name: 'wiki_create_page',
      arguments: { space_id: space.id, title: `By an ${kind} token`, content: 'Hello.' },
    })
    const page = (structuredContent as { result: { id: string } }).result
    const uri = `${service.url}/view/wiki_page/${page.id}`
    const { contents } = await client.readResource({ uri })

    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    expect((await call(readPage, { as: ada, params: page })).body).toMatchObject({
      title: `By an ${kind} token`,
    })
    expect(contents).toMatchObject([{ uri, text: 'Hello.' }])
  },
)

test('connects a client of the library’s first version', async () => {
  const { token } = await givenToken(ada, 'read')
  const client = new EarlierClient({ name: 'test', version: '1.0.0' })
  await client.connect(
    new EarlierTransport(new URL(endpoint()), { requestInit: requestInit(token) }) as never,
  )

  const { tools } = await client.listTools()
  const { structuredContent } = await client.callTool({ name: 'wiki_list_spaces', arguments: {} })
  const { resources } = await client.listResources()

  expect(tools).toHaveLength(40)
  expect(structuredContent).toMatchObject({ result: { items: expect.any(Array) } })
  expect(resources).toEqual(expect.any(Array))
})
