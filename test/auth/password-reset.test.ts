import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { confirmPasswordReset } from '../../src/auth/endpoints/confirm-password-reset.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { requestPasswordReset } from '../../src/auth/endpoints/request-password-reset.ts'
import { users } from '../../src/platform/identity/user.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { credentials } from '../../src/users/credentials.ts'
import { registerUser } from '../../src/users/registration.ts'
import { call } from '../support/call.ts'
import { givenAccount, signIn, someAddress } from '../support/given-account.ts'
import { mailsTo, tokenIn } from '../support/mailbox.ts'
import { settle } from '../support/world.ts'

const password = 'plum thicket 9 ferry'

const ask = (email: string, address = someAddress()) =>
  call(requestPasswordReset, { body: { email }, address })

const confirm = (token: string, given = password) =>
  call(confirmPasswordReset, { body: { token, password: given } })

/** Returns the links sent to an address, oldest first. */
const tokensTo = async (email: string) => {
  await settle()
  return (await mailsTo(email)).filter(({ body }) => body.text.includes('#token=')).map(tokenIn)
}

/** Creates a person who has requested a new password, with the token of their link. */
const givenReset = async (fields: Parameters<typeof givenAccount>[0] = {}) => {
  const person = await givenAccount(fields)
  await ask(person.email)
  const [token = ''] = await tokensTo(person.email)
  return { ...person, session: { token: person.token }, token }
}

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

afterEach(() => {
  vi.useRealTimers()
  delete process.env['PASSWORD_LOGIN']
})

describe('POST /auth/password-reset', () => {
  test("sends a link to the service's page, and changes nothing yet", async () => {
    const person = await givenAccount()

    const { status } = await ask(person.email.toUpperCase())
    await settle({ deliveries: 2 })

    const [mail, ...more] = await mailsTo(person.email)
    expect(status).toBe(202)
    expect(mail?.body.text).toContain(`${process.env['PUBLIC_URL']}/account/reset#token=${person.id}.`)
    expect(more).toEqual([])
    expect((await signIn(person.email, someAddress())).status).toBe(200)
  })

  test('returns the same response for addresses that get no link', async () => {
    const [known, deactivated, without] = await Promise.all([givenAccount(), givenAccount(), givenAccount()])
    await users.update(await users.get(deactivated), { is_active: false })
    await writeItem(credentials.toTouch(deactivated, { is_active: false }))
    await writeItem(credentials.toTouch(without, { password_hash: null }))
    const service = `${randomUUID()}@example.com`
    await registerUser({ email: service, name: 'Bot', role: 'user', type: 'service' }, undefined)
    const silent = [deactivated.email, without.email, service, `${randomUUID()}@example.com`]

    const answers = await Promise.all([known.email, ...silent].map((email) => ask(email)))
    await settle()

    const said = answers.map(({ status, text }) => `${status} ${text}`)
    expect(new Set(said).size).toBe(1)
    expect((await Promise.all(silent.map(mailsTo))).flat()).toEqual([])
    expect(await mailsTo(known.email)).toHaveLength(1)
  })

  test('sends three links an hour, with the same response afterwards', async () => {
    const { email } = await givenAccount()

    const answers = []
    for (let n = 0; n < 5; n += 1) {
      answers.push((await ask(email)).status)
      await settle()
    }
    later(3_601)
    await ask(email)

    expect(answers).toEqual([202, 202, 202, 202, 202])
    expect(await tokensTo(email)).toHaveLength(4)
  })

  test('returns 429 after twenty requests from one network address, for that address only', async () => {
    const address = someAddress()
    const email = `${randomUUID()}@example.com`

    const answers = await Promise.all(Array.from({ length: 22 }, () => ask(email, address)))
    const next = await ask(email, address)
    const elsewhere = await ask(email)

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    expect([next.status, next.headers['x-error-code']]).toEqual([429, 'auth.too_many_resets'])
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(3_500)
    expect(elsewhere.status).toBe(202)
  })

  test('counts people separately if they have signed in from the network address', async () => {
    const address = someAddress()
    const [ada, grace] = await Promise.all([givenAccount(), givenAccount()])
    await signIn(ada.email, address)
    const strangers = Array.from({ length: 20 }, () => ask(`${randomUUID()}@example.com`, address))
    await Promise.all(strangers)

    const known = await Promise.all(Array.from({ length: 21 }, () => ask(ada.email, address)))
    const unknown = await ask(grace.email, address)

    expect(known.filter(({ status }) => status === 202)).toHaveLength(20)
    expect(unknown.status).toBe(429)
  })

  test('rejects a malformed email address', async () => {
    const { status, detail } = await ask('nobody')

    expect(status).toBe(422)
    expect(detail).toContain('email')
  })

  test('stores neither the secret nor the request', async () => {
    const { token } = await givenReset()

    const items = JSON.stringify(await Array.fromAsync(scanItems()))
    expect(items).not.toContain(token.split('.')[1])
    expect(items).not.toContain('auth.password_reset_request')
  })

  test('accepts only administrators if passwords are reserved for them', async () => {
    process.env['PASSWORD_LOGIN'] = 'no'
    const [user, admin] = await Promise.all([givenAccount(), givenAccount({ role: 'admin' })])

    await Promise.all([ask(user.email), ask(admin.email)])

    expect(await tokensTo(user.email)).toEqual([])
    expect(await tokensTo(admin.email)).toHaveLength(1)
  })
})

describe('POST /auth/password-reset/confirm', () => {
  test('sets the password, ends all sessions, and notifies the person', async () => {
    const { email, token, session } = await givenReset()

    const { status } = await confirm(token)
    await settle()

    expect(status).toBe(204)
    expect((await call(readMe, { as: session })).status).toBe(401)
    expect((await signIn(email, someAddress(), password)).status).toBe(200)
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your password was changed')
  })

  test('accepts a link once, even for concurrent requests', async () => {
    const { token } = await givenReset()

    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    const again = await confirm(token)

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect([again.status, again.headers['x-error-code']]).toEqual([422, 'auth.reset_token_invalid'])
  })

  test('accepts only the newest link', async () => {
    const { email, token } = await givenReset()
    await ask(email)
    const [, newest = ''] = await tokensTo(email)

    const [older, newer] = [await confirm(token), await confirm(newest)]

    expect([older.status, newer.status]).toEqual([422, 204])
  })

  test('rejects a link after an hour', async () => {
    const { token } = await givenReset()
    later(3_601)

    expect((await confirm(token)).status).toBe(422)
  })

  test.each(['', 'a', `${randomUUID()}.${'a'.repeat(43)}`, '.', 'a.b.c'])(
    'rejects the token "%s"',
    async (token) => {
      expect((await confirm(token)).headers['x-error-code']).toBe('auth.reset_token_invalid')
    },
  )

  test('rejects a password that is easy to guess, and keeps the link valid', async () => {
    const { token } = await givenReset()

    const weak = await confirm(token, 'password password')
    const strong = await confirm(token)

    expect(weak.detail).toContain('password')
    expect([weak.status, strong.status]).toEqual([422, 204])
  })

  test('rejects deactivated people, and users if passwords are reserved for administrators', async () => {
    const [gone, user] = [await givenReset(), await givenReset()]
    await users.update(await users.get(gone), { is_active: false })
    process.env['PASSWORD_LOGIN'] = 'no'

    const answers = [await confirm(gone.token), await confirm(user.token)]

    expect(answers.map(({ status }) => status)).toEqual([422, 422])
  })
})
