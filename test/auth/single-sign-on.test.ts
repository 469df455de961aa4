import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listSessions } from '../../src/auth/endpoints/list-sessions.ts'
import { deleteIdentity } from '../../src/auth/endpoints/delete-identity.ts'
import { logoutAtProvider } from '../../src/auth/endpoints/logout-at-provider.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { refresh } from '../../src/auth/endpoints/refresh.ts'
import { logouts } from '../../src/auth/oidc/logouts.ts'
import { hashSecret } from '../../src/platform/runtime/secret.ts'
import { pendingSignIns, signInCodes } from '../../src/auth/oidc/pending-sign-in.ts'
import { eraseAccount } from '../../src/personal-data/account-erasure.ts'
import { readHealth } from '../../src/health/endpoints/read-health.ts'
import { users } from '../../src/platform/identity/user.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call } from '../support/call.ts'
import { linesFromNow } from '../support/log-lines.ts'
import { clientId } from '../support/oidc-client.ts'
import {
  begin,
  callbackUrl,
  comeBack,
  configureProviders,
  finish,
  outcomeOf,
  redeem,
  redirectUri,
  signInAt,
  visit,
} from '../support/given-sign-in.ts'
import { startOidcProvider, type OidcProviderProcess, type ProviderPerson } from '../support/oidc-provider.ts'
import { givenToken } from '../support/given-token.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let company: OidcProviderProcess
let partner: OidcProviderProcess
let reset: () => void

const configure = (fields: object = {}) =>
  configureProviders({ issuer: company.issuer, ...fields }, { name: 'partner', issuer: partner.issuer })

beforeAll(async () => {
  ;[company, partner] = await Promise.all([
    startOidcProvider(callbackUrl()),
    startOidcProvider(callbackUrl()),
  ])
})

beforeEach(async () => {
  reset = await configure()
  return () => reset()
})

afterAll(() => {
  company.stop()
  partner.stop()
})

/** Creates a person who signs in at the provider from now on. */
const present = (provider: OidcProviderProcess, person: ProviderPerson): string => {
  const subject = randomUUID()
  provider.people.set(subject, { email_verified: true, name: 'Grace Hopper', ...person })
  provider.signInAs(subject)
  return subject
}

describe('Single sign-on', () => {
  test('signs a person in to their account, in a session with its method', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })

    const as = await signInAt('company')

    expect((await call(readMe, { as })).body.id).toBe(ada.id)
    expect((await call(listSessions, { as })).body.items[0]).toMatchObject({ via: 'oidc', is_current: true })
  })

  test('finds the same account again, regardless of the email address that the provider sends then', async () => {
    const ada = await signedIn()
    const subject = present(company, { email: ada.email })
    await signInAt('company')
    company.people.set(subject, { email: 'another@example.com', email_verified: false })

    const as = await signInAt('company')

    expect((await call(readMe, { as })).body.id).toBe(ada.id)
  })

  test('logs an alarm if the provider no longer accepts the client secret', async () => {
    present(company, { email: (await signedIn()).email })
    // the text of another secret serves as an expired one
    vi.stubEnv('OIDC_SECRET_PREFIX', process.env['SESSION_SECRET_ID']?.replace(/keys$/, ''))
    onTestFinished(() => void vi.unstubAllEnvs())
    reset()
    reset = await configure({ name: 'keys' })
    const lines = linesFromNow()

    const { error } = await comeBack('keys')

    expect(error).toBe('access_denied')
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'single sign-on was refused', refusal: 'oidc_client' }),
    )
  })

  test('survives a refresh, and an outage of the provider', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    const as = await signInAt('company')
    company.setDown(true)

    const { status, body } = await call(refresh, { as })

    company.setDown(false)
    expect(status).toBe(200)
    const { items } = (await call(listSessions, { as: { token: body.access_token } })).body
    expect(items[0]).toMatchObject({ via: 'oidc' })
  })

  test('waits some seconds for a silent provider, without delaying signed-in people', async () => {
    present(company, { email: (await signedIn()).email })
    const as = await signInAt('company')
    const back = await visit((await begin('company')).url)
    company.setSilent(true)

    const finishing = finish(back)
    const others = await Promise.all([
      call(readMe, { as }),
      call(readHealth),
      begin('company'),
      call(refresh, { as }),
    ])
    const outcome = outcomeOf(await finishing)

    company.setSilent(false)
    expect(others.map(({ status }) => status)).toEqual([200, 200, 302, 200])
    expect(outcome['error']).toBe('temporarily_unavailable')
  })

  test('continues if the keys of the provider change midway', async () => {
    present(company, { email: (await signedIn()).email })
    const back = await visit((await begin('company')).url)
    await company.useNewKey()

    expect(outcomeOf(await finish(back))['error']).toBeUndefined()
  })

  test('notifies the person once by mail that their account was linked', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })

    await signInAt('company')
    await signInAt('company')
    await settle()

    const subjects = (await mailsTo(ada.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['You can sign in with “company”'])
  })

  test('continues after the provider has changed its keys', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    await signInAt('company')
    await company.useNewKey()

    const { error, code } = await comeBack('company')

    expect(error).toBeUndefined()
    expect(code).not.toBe('')
  })
})

describe('GET /auth/oidc/start', () => {
  test('redirects to the provider with a challenge, a nonce and a state of this service', async () => {
    const { status, url } = await begin('company')

    const query = Object.fromEntries(new URL(url).searchParams)
    expect(status).toBe(302)
    expect(url.startsWith(`${company.issuer}/auth?`)).toBe(true)
    expect(query).toMatchObject({
      client_id: clientId,
      redirect_uri: callbackUrl(),
      code_challenge_method: 'S256',
    })
    expect(query['nonce']).toMatch(/^.{43}$/)
    expect(query['state']).not.toBe('of the client')
  })

  test.each([
    ['provider', { provider: 'unknown' }],
    ['redirect_uri', { redirect_uri: `${redirectUri}&more` }],
    ['redirect_uri', { redirect_uri: 'https://intra.example.com.evil.example/signed-in?from=us' }],
    ['redirect_uri', { redirect_uri: '//evil.example' }],
    ['code_challenge', { code_challenge: 'plain' }],
  ])('rejects a wrong %s: %o', async (field, query) => {
    const { status, detail } = await begin('company', query)

    expect(status).toBe(422)
    expect(detail).toContain(field)
  })

  test('accepts the page of this service without a setting', async () => {
    const without = await configure({ redirect_uris: undefined })

    const { status } = await begin('company', {
      redirect_uri: `${process.env['PUBLIC_URL']}/account/signed-in`,
    })

    without()
    expect(status).toBe(302)
  })

  test('returns 503 if the provider is down', async () => {
    const unreachable = await configure({ issuer: 'http://127.0.0.1:9' })

    const { status, headers } = await begin('company')

    unreachable()
    expect(status).toBe(503)
    expect(headers['x-error-code']).toBe('auth.provider_unavailable')
  })
})

describe('GET /auth/oidc/callback', () => {
  const refusal = async (fields: ProviderPerson, change: (url: URL) => void = () => {}) => {
    present(company, fields)
    const { url } = await begin('company')
    const changed = new URL(url)
    change(changed)
    return outcomeOf(await finish(await visit(changed.href)))
  }

  test('rejects an unknown nonce', async () => {
    const ada = await signedIn()

    const outcome = await refusal({ email: ada.email }, (url) => url.searchParams.set('nonce', 'another'))

    expect(outcome).toEqual({ error: 'access_denied', state: 'of the client', from: 'us' })
  })

  test('returns access_denied if the person refuses at the provider', async () => {
    company.signInAs(undefined)
    const { url } = await begin('company')

    expect(outcomeOf(await finish(await visit(url)))['error']).toBe('access_denied')
  })

  test('accepts a state once', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    const back = await visit((await begin('company')).url)
    await finish(back)

    const { status, headers } = await finish(back)

    expect(status).toBe(422)
    expect(headers['x-error-code']).toBe('auth.sign_in_unknown')
  })

  test('rejects a state after ten minutes', async () => {
    const { url } = await begin('company')
    const state = new URL(url).searchParams.get('state') as string
    const pending = await pendingSignIns.get({ id: hashSecret(state) })
    await pendingSignIns.update(pending, { expires_at: Math.floor(Date.now() / 1_000) })

    expect((await finish({ state, code: 'any' })).status).toBe(422)
  })

  test("rejects a provider's code that belongs to another sign-in", async () => {
    present(company, { email: (await signedIn()).email })
    const back = await visit((await begin('company')).url)
    const { url } = await begin('company')
    const state = new URL(url).searchParams.get('state') as string

    expect(outcomeOf(await finish({ ...back, state }))['error']).toBe('access_denied')
  })

  test('returns temporarily_unavailable to the client if the provider has gone down', async () => {
    present(company, { email: (await signedIn()).email })
    const back = await visit((await begin('company')).url)
    company.setDown(true)

    const outcome = outcomeOf(await finish(back))

    company.setDown(false)
    expect(outcome['error']).toBe('temporarily_unavailable')
  })

  test.each([
    ['not linked by an address that is not verified', { email_verified: false }, 'not_linked'],
    ['not linked by a list that holds true', { email_verified: ['true'] }, 'not_linked'],
    ['not linked by a word for true', { email_verified: 'TRUE' }, 'not_linked'],
    ['not linked by a number', { email_verified: 1 }, 'not_linked'],
    ['linked by the text true', { email_verified: 'true' }, undefined],
    ['not linked without an account', { email: `${randomUUID()}@example.com` }, 'not_linked'],
  ])('a person is %s', async (_, fields, error) => {
    const ada = await signedIn()

    expect((await refusal({ email: ada.email, ...fields }))['error']).toBe(error)
  })

  test('verifies an address in the ID token by the user info', async () => {
    const { email } = await signedIn()

    expect((await refusal({ email, inIdToken: ['email'] }))['error']).toBeUndefined()
  })

  test('does not link an account that has lost its address in the meantime', async () => {
    const ada = await signedIn()
    // as if the address moved between the reads of the credentials and of the account
    await users.update(await users.get(ada), { email: 'another@example.com' })

    expect((await refusal({ email: ada.email }))['error']).toBe('not_linked')
  })

  test('returns deactivated for a deactivated person', async () => {
    const ada = await signedIn()
    await users.update(await users.get(ada), { is_active: false })

    expect((await refusal({ email: ada.email }))['error']).toBe('deactivated')
  })

  test('does not link a service account', async () => {
    const bot = await signedIn()
    await users.update(await users.get(bot), { type: 'service' })

    expect((await refusal({ email: bot.email }))['error']).toBe('not_linked')
  })

  test('gives an account to the first of two people with the same address', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    await signInAt('company')

    expect((await refusal({ email: ada.email }))['error']).toBe('not_linked')
  })

  test('gives no issuer the account of another issuer’s person', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()]
    present(company, { email: ada.email })
    present(partner, { email: bob.email })
    await Promise.all([signInAt('company'), signInAt('partner')])
    present(company, { email: bob.email })
    present(partner, { email: ada.email })

    const outcomes = await Promise.all([comeBack('company'), comeBack('partner')])

    expect(outcomes.map(({ error }) => error)).toEqual(['not_linked', 'not_linked'])
  })

  test('gives an account to one of two issuers that claim it concurrently', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    present(partner, { email: ada.email })

    const outcomes = await Promise.all([comeBack('company'), comeBack('partner')])

    expect(outcomes.filter(({ error }) => error === 'not_linked')).toHaveLength(1)
  })

  test.each([
    ['that is over for 50 s by our clock is taken', -110, undefined],
    ['that is over for 70 s is refused', -130, 'access_denied'],
  ])('an ID token %s', async (_, seconds, error) => {
    present(company, { email: (await signedIn()).email })
    company.setClock(seconds)

    const outcome = await comeBack('company')

    company.setClock(0)
    expect(outcome.error).toBe(error)
  })

  test('does not link an erased person', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    await signInAt('company')
    await eraseAccount(ada.id)

    expect((await comeBack('company')).error).toBe('not_linked')
  })
})

describe('Settings of a provider', () => {
  const signInWith = async (fields: object, person: ProviderPerson) => {
    reset()
    reset = await configure(fields)
    present(company, person)
    return (await call(readMe, { as: await signInAt('company') })).body
  }

  test('create: creates an account whose name is one line of text', async () => {
    const email = `${randomUUID()}@example.com`

    const user = await signInWith({ create: true }, { email, name: '<b>Grace</b>\n\u202e Hopper' })

    expect(user).toMatchObject({ email, name: '<b>Grace</b> Hopper', role: 'user', type: 'person' })
  })

  test('create: builds a missing name from given name and family name', async () => {
    const parts = { name: '', given_name: 'Grace', family_name: 'Hopper' }

    const user = await signInWith({ create: true }, { email: `${randomUUID()}@example.com`, ...parts })

    expect(user.name).toBe('Grace Hopper')
  })

  test('loads claims missing in the ID token from the user info', async () => {
    const email = `${randomUUID()}@example.com`

    const user = await signInWith({ create: true }, { email, inIdToken: ['email', 'email_verified'] })

    expect([user.email, user.name]).toEqual([email, 'Grace Hopper'])
  })

  test('trust_email: accepts an address without verification', async () => {
    const ada = await signedIn()

    const user = await signInWith({ trust_email: true }, { email: ada.email, email_verified: false })

    expect(user.id).toBe(ada.id)
  })

  test('role_claim: sets the strongest role that is named', async () => {
    const ada = await signedIn()

    const user = await signInWith(
      { role_claim: 'role' },
      { email: ada.email, role: ['user', 'support_agent'] },
    )

    expect(user.role).toBe('support_agent')
  })

  test('role_claim: keeps the last administrator', async () => {
    const ada = await signedIn({ role: 'admin' })

    const user = await signInWith({ role_claim: 'role' }, { email: ada.email, role: 'user' })

    expect(user.role).toBe('admin')
  })
})

describe('sign_in of a user', () => {
  const signInOf = async (id: string, as: { token: string }) =>
    (await call(readUser, { as, params: { id } })).body.sign_in

  test('contains the password, and the identity once it is linked', async () => {
    const ada = await signedIn()
    const before = await signInOf(ada.id, ada)
    const subject = present(company, { email: ada.email })
    await signInAt('company')

    expect(before).toEqual({ password: true, oidc: [] })
    expect(await signInOf(ada.id, ada)).toEqual({
      password: true,
      oidc: [{ issuer: company.issuer, subject }],
    })
  })

  test('reports no password for an account created by single sign-on until an administrator sets one', async () => {
    reset()
    reset = await configure({ create: true })
    present(company, { email: `${randomUUID()}@example.com` })
    const as = await signInAt('company')
    const { id, sign_in } = (await call(readMe, { as })).body
    const admin = await signedIn({ role: 'admin' })

    await call(updateUser, { as: admin, params: { id }, body: { password: 'plum thicket 9 ferry' } })

    expect(sign_in!.password).toBe(false)
    expect((await signInOf(id, admin))!.password).toBe(true)
  })

  test('hides from colleagues', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()]

    expect(await signInOf(ada.id, bob)).toBeNull()
  })
})

describe('DELETE /users/{id}/identity', () => {
  const unlink = async ({ id }: { id: string }, as?: { token: string }) =>
    call(deleteIdentity, { as: as ?? (await signedIn({ role: 'admin' })), params: { id } })

  test('allows a person to link another identity, and ends only the sessions of the former one', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    const as = await signInAt('company')
    const subject = present(company, { email: ada.email })
    const before = (await comeBack('company')).error

    const { status } = await unlink(ada)

    expect([before, status]).toEqual(['not_linked', 204])
    const reads = await Promise.all([as, ada].map((one) => call(readMe, { as: one })))
    expect(reads.map((read) => read.status)).toEqual([401, 200])
    const { body } = await call(readMe, { as: await signInAt('company') })
    expect([body.id, body.sign_in!.oidc]).toEqual([ada.id, [{ issuer: company.issuer, subject }]])
  })

  test('applies to a sign-in whose client has a code but no token yet', async () => {
    const ada = await signedIn()
    present(company, { email: ada.email })
    const { code, verifier } = await comeBack('company')

    await unlink(ada)

    expect((await redeem(code, verifier)).status).toBe(401)
  })

  test('succeeds for a user without an identity', async () => {
    expect((await unlink(await signedIn())).status).toBe(204)
  })

  test('returns 404 for an unknown user, and 403 to other roles than administrators', async () => {
    const ada = await signedIn()

    expect([(await unlink({ id: randomUUID() })).status, (await unlink(ada, ada)).status]).toEqual([404, 403])
  })
})

describe('POST /auth/oidc/token', () => {
  const given = async () => {
    present(company, { email: (await signedIn()).email })
    return comeBack('company')
  }

  test('accepts a code once', async () => {
    const { code, verifier } = await given()
    await redeem(code, verifier)

    const { status, headers } = await redeem(code, verifier)

    expect(status).toBe(401)
    expect(headers['x-error-code']).toBe('auth.code_invalid')
  })

  test('ends the session of a reused code, even after a refresh', async () => {
    const { code, verifier } = await given()
    const first = await redeem(code, verifier)
    const { body } = await call(refresh, { as: { token: first.body.access_token } })
    const as = { token: body.access_token }
    const open = async () => (await call(readMe, { as })).status

    const before = await open()
    await redeem(code, (await begin('company')).verifier)
    const afterAnotherVerifier = await open()
    await redeem(code, verifier)

    expect([before, afterAnotherVerifier, await open()]).toEqual([200, 200, 401])
  })

  test('accepts one of two concurrent requests with the same code', async () => {
    const { code, verifier } = await given()

    const answers = await Promise.all([redeem(code, verifier), redeem(code, verifier)])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('does not count a rejected code as a login', async () => {
    const { code, verifier } = await given()
    const { user_id, oidc, expires_at } = await signInCodes.get({ id: hashSecret(code) })
    const ended = { issuer: oidc.issuer, claim: 'sub' as const, value: oidc.subject }
    await logouts.create({ ...ended, at: Date.now(), expires_at })

    const { status } = await redeem(code, verifier)

    expect([status, (await users.get({ id: user_id })).last_login_at]).toEqual([401, null])
  })

  test('rejects a code with another verifier than that of its start', async () => {
    const [{ code }, { verifier }] = [await given(), await begin('company')]

    expect((await redeem(code, verifier)).status).toBe(401)
  })

  test('rejects a code after a minute', async () => {
    const { code, verifier } = await given()
    const stored = await signInCodes.get({ id: hashSecret(code) })
    await signInCodes.update(stored, { expires_at: Math.floor(Date.now() / 1_000) })

    expect((await redeem(code, verifier)).status).toBe(401)
  })

  test('rejects a code of a deactivated person', async () => {
    const { code, verifier } = await given()
    const { user_id } = await signInCodes.get({ id: hashSecret(code) })
    await users.update(await users.get({ id: user_id }), { is_active: false })

    expect((await redeem(code, verifier)).status).toBe(401)
  })

  test('returns 422 for a malformed verifier', async () => {
    expect((await redeem('any', 'short')).status).toBe(422)
  })
})

describe('POST /auth/oidc/logout', () => {
  test('ends the session, and returns the address at which the provider ends its own', async () => {
    present(company, { email: (await signedIn()).email })
    const as = await signInAt('company')

    const { status, body } = await call(logoutAtProvider, { as })

    expect(status).toBe(200)
    expect((await call(readMe, { as })).status).toBe(401)
    const page = await fetch(body.logout_url!)
    expect([page.status, body.logout_url]).toEqual([
      200,
      expect.stringContaining(`${company.issuer}/session/end`),
    ])
  })

  test('ends the session while the provider is down', async () => {
    present(company, { email: (await signedIn()).email })
    const as = await signInAt('company')
    const unreachable = await configure({ issuer: 'http://127.0.0.1:9' })

    const { status, body } = await call(logoutAtProvider, { as })

    unreachable()
    expect([status, body]).toEqual([200, { logout_url: null }])
    expect((await call(readMe, { as })).status).toBe(401)
  })

  test('returns no address for a session that began with a password', async () => {
    const { status, body } = await call(logoutAtProvider, { as: await signedIn() })

    expect([status, body]).toEqual([200, { logout_url: null }])
  })

  test('rejects the access token of a program', async () => {
    const as = await givenToken(await signedIn())

    expect((await call(logoutAtProvider, { as })).status).toBe(403)
  })
})
