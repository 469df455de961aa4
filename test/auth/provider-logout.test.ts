import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endProviderSession } from '../../src/auth/endpoints/end-provider-session.ts'
import { logoutAtProvider } from '../../src/auth/endpoints/logout-at-provider.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { refresh } from '../../src/auth/endpoints/refresh.ts'
import { call, raw } from '../support/call.ts'
import {
  callbackUrl,
  comeBack,
  configureProviders,
  redeem,
  redirectUri,
  signInAt,
} from '../support/given-sign-in.ts'
import { clientId, clientSecret } from '../support/oidc-client.ts'
import { logOutAt, startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider.ts'
import { signedIn } from '../support/people.ts'

let company: OidcProviderProcess

beforeAll(async () => {
  company = await startOidcProvider(callbackUrl())
})

beforeEach(() => configureProviders({ issuer: company.issuer }))

afterAll(() => company.stop())

/** Creates a person who signs in at the provider from now on. */
const present = async () => {
  const [ada, sub] = [await signedIn(), randomUUID()]
  company.people.set(sub, { email: ada.email, email_verified: true })
  company.signInAs(sub)
  return { ...ada, sub }
}

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Returns the claims of a logout token, without its subject. */
const claimsOf = (claims: object) => {
  const iat = Math.floor(Date.now() / 1_000)
  const common = { iss: company.issuer, aud: clientId, iat, exp: iat + 120, jti: randomUUID() }
  return { ...common, events: { [event]: {} }, ...claims }
}

const send = (logout_token: string) => call(endProviderSession, { body: { logout_token } })

const isSignedIn = async (as: { token: string }) => (await call(readMe, { as })).status === 200

describe('POST /auth/oidc/logout', () => {
  test("returns an address with the client's redirect URI and state", async () => {
    await present()
    const as = await signInAt('company')

    const { body } = await call(logoutAtProvider, {
      as,
      body: { post_logout_redirect_uri: redirectUri, state: 'a&b' },
    })

    const { searchParams } = new URL(body.logout_url!)
    expect(searchParams.get('post_logout_redirect_uri')).toBe(redirectUri)
    expect(searchParams.get('state')).toBe('a&b')
  })

  test('returns 422 for an address that is not configured, and keeps the session', async () => {
    await present()
    const as = await signInAt('company')

    const { status, detail } = await call(logoutAtProvider, {
      as,
      body: { post_logout_redirect_uri: 'https://evil.example.com' },
    })

    expect([status, detail]).toEqual([422, '"post_logout_redirect_uri" must be one of the configured URLs.'])
    expect(await isSignedIn(as)).toBe(true)
  })
})

describe('POST /auth/oidc/backchannel-logout', () => {
  test('ends the sessions that began with the ended session at the provider', async () => {
    const [browser, another] = [new Map<string, string>(), new Map<string, string>()]
    await present()
    const [one, other, elsewhere] = [
      await signInAt('company', browser),
      await signInAt('company', browser),
      await signInAt('company', another),
    ]
    const { body } = await call(logoutAtProvider, { as: one })
    await logOutAt(body.logout_url!, browser)

    const { status, headers } = await send(company.logoutTokens.pop() as string)

    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(await Promise.all([other, elsewhere].map(isSignedIn))).toEqual([false, true])
  })

  test('ends all sessions of a person from the provider if the token names no session', async () => {
    const ada = await present()
    const [one, other] = [await signInAt('company'), await signInAt('company')]

    await send(await company.sign(claimsOf({ sub: ada.sub })))

    expect(await Promise.all([one, other, ada].map(isSignedIn))).toEqual([false, false, true])
  })

  const sidOf = async (as: { token: string }) => {
    const { body } = await call(logoutAtProvider, { as })
    return decodeJwt(new URL(body.logout_url!).searchParams.get('id_token_hint') as string)['sid'] as string
  }

  test('ends a session if the token names it alone', async () => {
    const browser = new Map<string, string>()
    await present()
    const [one, other] = [await signInAt('company', browser), await signInAt('company', browser)]

    const { status } = await send(await company.sign(claimsOf({ sid: await sidOf(one) })))

    expect([status, await isSignedIn(other)]).toEqual([200, false])
  })

  test('applies to a sign-in whose client has a code but no token yet', async () => {
    const ada = await present()
    const { code, verifier } = await comeBack('company')

    await send(await company.sign(claimsOf({ sub: ada.sub })))

    expect((await redeem(code, verifier)).status).toBe(401)
    expect(await isSignedIn(await signInAt('company'))).toBe(true)
  })

  test('applies to a session that is refreshed concurrently', async () => {
    const ada = await present()
    const as = await signInAt('company')
    const token = await company.sign(claimsOf({ sub: ada.sub }))

    const [{ body }] = await Promise.all([call(refresh, { as }), send(token)])

    expect(await isSignedIn({ token: body.access_token ?? as.token })).toBe(false)
  })

  test('accepts a token once', async () => {
    const ada = await present()
    const token = await company.sign(claimsOf({ sub: ada.sub }))
    await send(token)
    const as = await signInAt('company')

    const { status, headers } = await send(token)

    expect([status, headers['x-error-code']]).toEqual([400, 'auth.logout_token_invalid'])
    expect(await isSignedIn(as)).toBe(true)
  })

  test('accepts one of two concurrent requests with the same token', async () => {
    const token = await company.sign(claimsOf({ sub: 'nobody' }))

    const answers = await Promise.all([send(token), send(token)])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test.each([
    ['with the type of the final version', {}, { typ: 'logout+jwt' }],
    ['for several clients', { aud: ['another', clientId] }, {}],
    ['that has been over for 30 s', { exp: Math.floor(Date.now() / 1_000) - 30 }, {}],
  ])('accepts a token %s', async (_, claims, header) => {
    expect((await send(await company.sign(claimsOf({ sub: 'nobody', ...claims }), header))).status).toBe(200)
  })

  const now = Math.floor(Date.now() / 1_000)

  test.each<[string, object, object?]>([
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://id.example.com' }],
    ['of no issuer', { iss: undefined }],
    ['that is over', { exp: now - 120 }],
    ['without an end', { exp: undefined }],
    ['that ends at no time', { exp: 1e300 }],
    ['without a time', { iat: undefined }],
    ['of tomorrow', { iat: now + 86_400, exp: now + 87_000 }],
    ['of yesterday', { iat: now - 86_400 }],
    ['without an id', { jti: undefined }],
    ['whose id is no text', { jti: 7 }],
    ['without events', { events: undefined }],
    [
      'of another event',
      { events: { 'http://schemas.openid.net/secevent/risc/event-type/account-enabled': {} } },
    ],
    ['whose event is no object', { events: { [event]: true } }],
    ['with a nonce', { nonce: 'n-0S6_WzA2Mj' }],
    ['that names nobody', { sub: undefined }],
    ['whose session is no text', { sid: ['one'] }],
    ['whose type is another', {}, { typ: 'at+jwt' }],
    ['of a key that the provider does not have', {}, { kid: 'unknown' }],
  ])('rejects a token %s', async (_, claims, header = {}) => {
    const ada = await present()
    const as = await signInAt('company')

    const { status } = await send(await company.sign(claimsOf({ sub: ada.sub, ...claims }), header))

    expect([status, await isSignedIn(as)]).toEqual([400, true])
  })

  test.each([
    ['that is none', async () => 'any'],
    ['that nobody signed', async (claims: object) => new UnsecuredJWT({ ...claims }).encode()],
    [
      'that is signed with our own secret',
      async (claims: object) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from(clientSecret.padEnd(32))),
    ],
    [
      'whose claims were changed',
      async (claims: object) => {
        const [head, , signature] = (await company.sign({ ...claims, sub: 'another' })).split('.')
        return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
      },
    ],
    [
      'which is an ID token',
      async () => {
        const { body } = await call(logoutAtProvider, { as: await signInAt('company') })
        return new URL(body.logout_url!).searchParams.get('id_token_hint') as string
      },
    ],
  ])('rejects a token %s', async (_, forge) => {
    const ada = await present()
    const as = await signInAt('company')

    const { status } = await send(await forge(claimsOf({ sub: ada.sub })))

    expect([status, await isSignedIn(as)]).toEqual([400, true])
  })

  test('accepts a token signed with a new key of the provider', async () => {
    await send(await company.sign(claimsOf({ sub: 'nobody' })))
    await company.useNewKey()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })

    const { status } = await send(await company.sign(claimsOf({ sub: 'nobody' })))

    vi.useRealTimers()
    expect(status).toBe(200)
  })

  test('returns 503 while the provider is down, and accepts the token afterwards', async () => {
    const ada = await present()
    const as = await signInAt('company')
    company.setDown(true)
    // by this time, its keys must be loaded again
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 })
    const token = await company.sign(claimsOf({ sub: ada.sub }))

    const { status, headers } = await send(token)

    company.setDown(false)
    expect([status, headers['retry-after'], await isSignedIn(as)]).toEqual([503, '5', true])
    vi.setSystemTime(Date.now() + 6_000)
    const [again, isLeft] = [await send(token), await isSignedIn(as)]
    vi.useRealTimers()
    expect([again.status, isLeft]).toEqual([200, false])
  })

  test.each([
    ['without a token', {}, 422],
    ['with an empty token', { logout_token: '' }, 422],
    ['with two tokens', 'logout_token=one&logout_token=other', 422],
  ])('rejects a form %s', async (_, body, expected) => {
    expect((await call(endProviderSession, { body })).status).toBe(expected)
  })

  test('rejects JSON', async () => {
    const headers = { 'Content-Type': 'application/json' }

    const { status } = await call(endProviderSession, { body: raw('{"logout_token":"any"}'), headers })

    expect(status).toBe(415)
  })
})
