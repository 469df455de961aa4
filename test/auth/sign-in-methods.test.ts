import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { readSignInMethods } from '../../src/auth/endpoints/read-sign-in-methods.ts'
import { call } from '../support/call.ts'
import { configureDocument } from '../support/configured-document.ts'
import { registerUser } from '../../src/users/registration.ts'

const password = 'a long enough password'

const provider = {
  name: 'company',
  issuer: 'https://id.example.com',
  client_id: 'platform',
  redirect_uris: ['https://intra.example.com/signed-in'],
}

describe('GET /auth/methods', () => {
  test('returns only the password by default', async () => {
    const { status, body } = await call(readSignInMethods)

    expect(status).toBe(200)
    expect(body).toEqual({ password: true, oidc: [], mail: true })
  })

  test('reports that no mail is sent without a sender', async () => {
    const { SENDS_MAIL } = process.env
    process.env['SENDS_MAIL'] = 'no'

    const { body } = await call(readSignInMethods)

    Object.assign(process.env, { SENDS_MAIL })
    expect(body.mail).toBe(false)
  })

  test('returns only the name and start address of a provider', async () => {
    const reset = await configureDocument('OIDC_PROVIDERS_PARAMETER', JSON.stringify([provider]))

    const { body } = await call(readSignInMethods)

    reset()
    const start_url = `${process.env['PUBLIC_URL']}/api/v1/auth/oidc/start?provider=company`
    expect(body.oidc).toEqual([{ name: 'company', start_url }])
  })
})

describe('PASSWORD_LOGIN=no', () => {
  afterEach(() => delete process.env['PASSWORD_LOGIN'])

  const given = async (role: 'admin' | 'user') => {
    const email = `${randomUUID()}@example.com`
    await registerUser({ email, name: 'Grace Hopper', role }, password)
    process.env['PASSWORD_LOGIN'] = 'no'
    return email
  }

  const signIn = async (role: 'admin' | 'user', tried = password) =>
    call(login, { body: { email: await given(role), password: tried } })

  test('changes the response of GET /auth/methods', async () => {
    process.env['PASSWORD_LOGIN'] = 'no'

    expect((await call(readSignInMethods)).body.password).toBe(false)
  })

  test('returns 403 for the right password of a user', async () => {
    const { status, headers } = await signIn('user')

    expect(status).toBe(403)
    expect(headers['x-error-code']).toBe('auth.password_login_off')
  })

  test('counts the right password of a user like any other in the throttle', async () => {
    const email = await given('user')
    const statuses = []
    for (const tried of ['1', '2', '3', '4', password, '5', '6', password])
      statuses.push((await call(login, { body: { email, password: tried } })).status)

    expect(statuses).toEqual([401, 401, 401, 401, 403, 401, 401, 403])
  })

  test('returns the usual error for a wrong password', async () => {
    expect((await signIn('user', 'another password')).headers['x-error-code']).toBe('auth.credentials_wrong')
  })

  test('allows administrators to sign in', async () => {
    expect((await signIn('admin')).status).toBe(200)
  })
})
