import { UnsecuredJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endProviderSession } from '../../src/auth/endpoints/end-provider-session.ts'
import { call } from '../support/call.ts'
import { begin, configureProviders, finish, outcomeOf } from '../support/given-sign-in.ts'
import { clientId } from '../support/oidc-client.ts'
import { resolveNames } from '../support/resolved-names.ts'

let issuer: string
let asked: string[]
let saysOfItself: boolean
/** Metadata that the provider returns in addition to, or instead of, the usual. */
let said: object
let configure: (issuer: string) => Promise<void>

/** Starts a provider that fails, except for its metadata if a test wants it. */
beforeEach(async () => {
  ;[asked, saysOfItself, said] = [[], false, {}]
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (!saysOfItself || url === '/keys') return void response.writeHead(503).end()
    const metadata = { issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/auth`, ...said }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let reset = () => {}
  configure = async (at) => {
    reset()
    reset = await configureProviders({ issuer: at })
  }
  await configure(issuer)
  return () => {
    reset()
    server.close()
    server.closeAllConnections()
  }
})

afterEach(() => void vi.useRealTimers())

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })

/** Returns a logout token with an invalid signature. */
const tokenOf = (claims: object = {}, alg = 'RS256') => {
  const iat = Math.floor(Date.now() / 1_000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const common = { iss: issuer, aud: clientId, iat, exp: iat + 60, jti: randomUUID(), sub: 'ada', events }
  const [, payload] = new UnsecuredJWT({ ...common, ...claims }).encode().split('.')
  const header = Buffer.from(JSON.stringify({ alg, kid: 'any' })).toString('base64url')
  return `${header}.${payload}.${alg === 'none' ? '' : 'c2ln'}`
}

const send = async (token: string) =>
  (await call(endProviderSession, { body: { logout_token: token } })).status

describe('Failing provider', () => {
  test('receives one request for its metadata in five seconds', async () => {
    const statuses = [(await begin('company')).status, await send(tokenOf())]
    saysOfItself = true
    later(6)
    statuses.push((await begin('company')).status)

    expect([statuses, asked.length]).toEqual([[503, 503, 302], 2])
  })

  test('receives one request for its keys in five seconds', async () => {
    saysOfItself = true

    const statuses = [await send(tokenOf()), await send(tokenOf())]
    later(6)
    statuses.push(await send(tokenOf()))

    expect(statuses).toEqual([503, 503, 503])
    expect(asked.filter((url) => url === '/keys')).toHaveLength(2)
  })

  test.each<[string, object, string?]>([
    ['that nobody signed', {}, 'none'],
    ['that is signed with a secret', {}, 'HS256'],
    ['without events', { events: undefined }],
    ['that names nobody', { sub: undefined }],
    ['with a nonce', { nonce: 'any' }],
  ])('receives no request about a token %s', async (_, claims, alg) => {
    expect([await send(tokenOf(claims, alg)), asked]).toEqual([400, []])
  })
})

const codeOf = async () => (await begin('company')).headers['x-error-code']

describe('Provider metadata', () => {
  beforeEach(() => void (saysOfItself = true))

  test.each([
    ['with a slash at the end', '/realms/x', '/realms/x/'],
    ['without a slash at the end', '/realms/x/', '/realms/x'],
  ])('accepts an issuer %s', async (_, configured, named) => {
    await configure(issuer + configured)
    said = { issuer: issuer + named }

    expect((await begin('company')).status).toBe(302)
  })

  test('reports another issuer as a wrong configuration', async () => {
    said = { issuer: `${issuer}/another` }

    expect(await codeOf()).toBe('auth.provider_misconfigured')
  })

  test.each([
    ['jwks_uri', 'http://127.0.0.1:9/keys'],
    ['jwks_uri', 'http://id.example.com/keys'],
    ['token_endpoint', 'https://localhost/token'],
    ['token_endpoint', 'https://10.0.0.5/token'],
    ['userinfo_endpoint', 'https://[::ffff:169.254.169.254]/latest'],
    ['authorization_endpoint', 'https://0x7f.1/auth'],
    ['end_session_endpoint', 'javascript:alert(1)'],
  ])('rejects %s %s if the issuer is public', async (field, address) => {
    const at = 'https://id.example.com'
    await configure(at)
    const metadata = { issuer: at, jwks_uri: `${at}/keys`, authorization_endpoint: `${at}/auth` }
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ ...metadata, [field]: address }))

    expect(await codeOf()).toBe('auth.provider_misconfigured')
    fetched.mockRestore()
  })

  test.each([
    ['another host of this machine', (at: URL) => `http://localhost:${at.port}/keys`],
    ['another port of this machine', () => 'http://127.0.0.1:9/keys'],
    ['a private host', () => 'https://10.0.0.5/keys'],
    ['a name with a private address', () => 'https://keys.example.com/keys'],
  ])('does not lead to a request for keys at %s', async (_, toAddress) => {
    said = { jwks_uri: toAddress(new URL(issuer)) }
    const restore = resolveNames((name) => (name === 'keys.example.com' ? ['169.254.169.254'] : undefined))

    const { status, headers } = await call(endProviderSession, { body: { logout_token: tokenOf() } })

    expect([status, headers['x-error-code']]).toEqual([503, 'auth.provider_misconfigured'])
    expect(asked).not.toContain('/keys')
    restore()
  })

  test('does not lead to a request for a token at a private host', async () => {
    said = { token_endpoint: 'https://10.0.0.5/token', jwks_uri: `${issuer}/jwks` }
    const state = new URL((await begin('company')).url).searchParams.get('state')!

    expect(outcomeOf(await finish({ state, code: 'any' }))).toMatchObject({ error: 'server_error' })
  })
})
