import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handleMessage } from '../../src/mcp/endpoints/handle-message.ts'
import { readClientMetadata } from '../../src/mcp/endpoints/read-client-metadata.ts'
import { readServiceMetadata } from '../../src/mcp/endpoints/read-service-metadata.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { createUndoJob } from '../../src/undo/endpoints/create-undo-job.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { givenSpace } from '../support/given.ts'
import { callbackUrl, configureProviders } from '../support/given-sign-in.ts'
import { callTool } from '../support/mcp-client.ts'
import { startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changesBy } from '../undo/given.ts'

let company: OidcProviderProcess
let reset: () => void
let ada: SignedIn
const resource = () => `${process.env['PUBLIC_URL']}/api/v1/mcp`

beforeAll(async () => {
  company = await startOidcProvider(callbackUrl())
  reset = await configureProviders({ issuer: company.issuer })
})

afterAll(() => {
  reset()
  return company.stop()
})

beforeEach(async () => {
  ada = await signedIn()
})

const seconds = () => Math.floor(Date.now() / 1000)

/** Returns an access token of the issuer for Ada (RFC 9068), with changed claims and header. */
const issued = async (claims: object = {}, header: object = {}) => {
  const usual = {
    iss: company.issuer,
    sub: ada.email,
    aud: resource(),
    client_id: 'an AI client',
    scope: 'openid full',
    jti: randomUUID(),
    iat: seconds(),
    exp: seconds() + 60,
    email: ada.email,
    email_verified: true,
  }
  return { token: await company.sign({ ...usual, ...claims }, { typ: 'at+jwt', ...header }) }
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

const statusOf = async (as?: { token: string }) => {
  const headers = { Accept: 'application/json, text/event-stream' }
  const { status, headers: answered } = await call(handleMessage, { as, headers, body: ping as never })
  return `${status} ${answered['x-error-code'] ?? ''}`.trim()
}

describe('An access token of a configured issuer', () => {
  test('acts as the person whom its issuer names, and its changes can be undone', async () => {
    const space = await givenSpace(ada)
    const token = await issued()

    const { structuredContent } = await callTool(token, 'wiki_create_page', {
      space_id: space.id,
      title: 'New',
    })
    await settle()
    const entry = (await changesBy(ada)).find(({ action }) => action === 'wiki_page.created')
    const { token_id } = entry as unknown as { token_id: string }
    await call(createUndoJob, { as: ada, body: { token_id } })
    await settle()

    const page = structuredContent?.['result'] as { id: string }
    expect(entry).toMatchObject({ via: 'mcp', token_id: expect.any(String) })
    expect((await call(readPage, { as: ada, params: { id: page.id } })).status).toBe(404)
  })

  test.each([
    ['for the endpoint', {}, {}, '200'],
    ['for the service', { aud: process.env['PUBLIC_URL'] }, {}, '200'],
    ['among other audiences', { aud: ['https://other.example', resource()] }, {}, '200'],
    ['for another service', { aud: 'https://other.example' }, {}, '401 auth.token_invalid'],
    ['without an audience', { aud: undefined }, {}, '401 auth.token_invalid'],
    ['of another issuer', { iss: 'https://other.example' }, {}, '401 auth.token_invalid'],
    ['that has expired', { exp: 1 }, {}, '401 auth.token_invalid'],
    ['without an expiry', { exp: undefined }, {}, '401 auth.token_invalid'],
    ['without a client', { client_id: undefined }, {}, '401 auth.token_invalid'],
    ['without an ID', { jti: undefined }, {}, '401 auth.token_invalid'],
    ['of an unknown key', {}, { kid: 'another' }, '401 auth.token_invalid'],
    ['that is an ID token', {}, { typ: 'JWT' }, '401 auth.token_invalid'],
    ['without a known scope', { scope: 'openid admin' }, {}, '403 auth.scope'],
    ['of a stranger', { sub: 'stranger', email: 'nobody@example.com' }, {}, '403 auth.account_not_linked'],
  ])('returns the status of a token %s', async (_, claims, header, answer) => {
    expect(await statusOf(await issued(claims, header))).toBe(answer)
  })

  test('returns 401 for a forged signature', async () => {
    const { token } = await issued()
    const [head, , signature] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ iss: company.issuer, sub: 'x', client_id: 'x' })).toString(
      'base64url',
    )

    expect(await statusOf({ token: `${head}.${claims}.${signature}` })).toBe('401 auth.token_invalid')
  })

  test('gets a tool error beyond its scope', async () => {
    const space = await givenSpace(ada)
    const token = await issued({ scope: 'read' })

    const refused = await callTool(token, 'wiki_create_page', { space_id: space.id, title: 'New' })

    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'auth.scope' } })
  })

  test('returns 401 at other endpoints, and once its person is deactivated', async () => {
    const token = await issued()
    const elsewhere = await call(readMe, { as: token })
    await statusOf(token)
    const admin = await signedIn({ role: 'admin' })
    await call(updateUser, { as: admin, params: ada, body: { is_active: false } })

    expect([elsewhere.status, await statusOf(token)]).toEqual([401, '401 auth.token_invalid'])
  })
})

describe('The metadata of the resource', () => {
  test('names the issuers and the audience', async () => {
    const [service, client] = [await call(readServiceMetadata), await call(readClientMetadata)]

    const common = { authorization_servers: [company.issuer], scopes_supported: ['read', 'write', 'full'] }
    expect(service.body).toMatchObject({ resource: process.env['PUBLIC_URL'], ...common })
    expect(client.body).toMatchObject({ resource: resource(), ...common })
  })

  test('stands at the address that a 401 names', async () => {
    const { status, headers } = await call(handleMessage, { body: ping as never })

    expect(status).toBe(401)
    const address = `${process.env['PUBLIC_URL']}/.well-known/oauth-protected-resource/api/v1/mcp`
    expect(headers['www-authenticate']).toBe(`Bearer realm="api", resource_metadata="${address}"`)
  })
})
