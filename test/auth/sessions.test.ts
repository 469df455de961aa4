import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { logout } from '../../src/auth/endpoints/logout.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { refresh } from '../../src/auth/endpoints/refresh.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { registerUser } from '../../src/users/registration.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { call, raw } from '../support/call.ts'
import { signedIn } from '../support/people.ts'

const password = 'a long enough password'

const givenUser = async () => {
  const email = `${randomUUID()}@example.com`
  const user = await registerUser({ email, name: 'Grace Hopper', role: 'user' }, password)
  return { id: user.id, email }
}

const signIn = (email: string, secret = password, address = randomUUID()) =>
  call(login, { body: { email, password: secret }, address })

describe('POST /auth/login', () => {
  test('returns a token that the other endpoints accept', async () => {
    const { id, email } = await givenUser()

    const answer = await signIn(email)
    const me = await call(readMe, { as: { token: answer.body.access_token } })

    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 43_200,
    })
    expect(me.body).toMatchObject({
      id,
      email,
      name: 'Grace Hopper',
      role: 'user',
      last_login_at: expect.any(String),
    })
  })

  test('accepts the email address in any case', async () => {
    const { email } = await givenUser()

    const answer = await signIn(email.toUpperCase())

    expect(answer.status).toBe(200)
  })

  test('returns the same response for an unknown email and a wrong password', async () => {
    const { email } = await givenUser()

    const wrong = await signIn(email, 'not the password')
    const unknown = await signIn(`${randomUUID()}@example.com`)

    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.headers['www-authenticate']).toMatch(/^Bearer /)
  })

  test('names the wrong field', async () => {
    const answers = await Promise.all([
      call(login, { body: raw({ email: 'a@example.com' }) }),
      call(login, { body: { email: 'nobody', password } }),
      call(login, { body: { email: 'a@example.com', password: raw(12) } }),
    ])

    expect(answers.map(({ detail }) => detail)).toEqual([
      '"password" is required.',
      '"email" must be an email address.',
      '"password" must be a string.',
    ])
  })
})

describe('POST /auth/logout', () => {
  test('ends this session only, before it responds', async () => {
    const { email } = await givenUser()
    const [first, second] = await Promise.all([signIn(email), signIn(email)])
    const [one, other] = [{ token: first.body.access_token }, { token: second.body.access_token }]

    const answer = await call(logout, { as: one })
    const [after, elsewhere] = await Promise.all([call(readMe, { as: one }), call(readMe, { as: other })])

    expect(answer.status).toBe(204)
    expect(after.status).toBe(401)
    expect(elsewhere.status).toBe(200)
  })

  test('returns 401 to every request that begins afterwards', async () => {
    const person = await signedIn()
    let isOut = false
    const late: number[] = []
    const traffic = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 25; i++) {
        const beganAfter = isOut
        const { status } = await call(readMe, { as: person })
        if (beganAfter) late.push(status)
      }
    })

    await call(logout, { as: person })
    isOut = true
    await Promise.all(traffic)

    expect(late.length).toBeGreaterThan(0)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('rejects a foreign token', async () => {
    const answer = await call(logout, { as: { token: 'abc.def.ghi' } })

    expect(answer.status).toBe(401)
  })
})

describe('WWW-Authenticate of a 401', () => {
  test('names an error only if a token was sent (RFC 6750 section 3.1)', async () => {
    const answers = await Promise.all([call(logout), call(logout, { as: { token: 'e30.e30.e30' } })])

    expect(answers.map(({ headers }) => headers['www-authenticate'])).toEqual([
      'Bearer realm="api"',
      'Bearer realm="api", error="invalid_token"',
    ])
  })
})

describe('POST /auth/refresh', () => {
  test('exchanges the token for a new one and ends the old one', async () => {
    const person = await signedIn()

    const answer = await call(refresh, { as: person })
    const [before, after] = await Promise.all([
      call(readMe, { as: person }),
      call(readMe, { as: { token: answer.body.access_token } }),
    ])

    expect(before.status).toBe(401)
    expect(after.body.id).toBe(person.id)
  })

  test('returns one new session for concurrent requests with one token', async () => {
    const person = await signedIn()

    const answers = await Promise.all(Array.from({ length: 5 }, () => call(refresh, { as: person })))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
  })
})

describe('Session', () => {
  test('survives two password changes made in it, which end all other sessions', async () => {
    const { id, email } = await givenUser()
    const sessions = await Promise.all([signIn(email), signIn(email)])
    const [as, other] = sessions.map(({ body }) => ({ token: body.access_token }))
    const change = (password: string, current_password: string) =>
      call(updateUser, { as, params: { id }, body: { password, current_password } })

    const first = await change('another long password', password)
    const between = await signIn(email, 'another long password')
    const second = await change('walnut 17 gravel ferry', 'another long password')
    const after = await Promise.all(
      [as, other, { token: between.body.access_token }].map((as) => call(readMe, { as })),
    )
    const [old, fresh] = [await signIn(email), await signIn(email, 'walnut 17 gravel ferry')]

    expect([first.status, second.status]).toEqual([200, 200])
    expect(after.map(({ status }) => status)).toEqual([200, 401, 401])
    expect(old.status, 'old').toBe(401)
    expect(fresh.status, 'fresh').toBe(200)
  })

  test('survives alone if two sessions change the password concurrently', async () => {
    const { id, email } = await givenUser()
    const sessions = await Promise.all([signIn(email), signIn(email)])
    const both = sessions.map(({ body }) => ({ token: body.access_token }))
    const body = { password: 'another long password', current_password: password }

    await Promise.all(both.map((as) => call(updateUser, { as, params: { id }, body })))
    const after = await Promise.all(both.map((as) => call(readMe, { as })))

    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200, 401]))
  })

  test('ends when an administrator sets a password, and cannot be refreshed then', async () => {
    const [admin, { id, email }] = await Promise.all([signedIn({ role: 'admin' }), givenUser()])
    const { body } = await signIn(email)
    const as = { token: body.access_token }
    const change = (as: { token: string }, changes: object) =>
      call(updateUser, { as, params: { id }, body: changes })
    await change(as, { password: 'another long password', current_password: password })

    await change(admin, { password: 'walnut 17 gravel ferry' })
    const after = [await call(readMe, { as }), await call(refresh, { as })]

    expect(after.map(({ status }) => status)).toEqual([401, 401])
  })

  test('ends when an administrator deactivates the user', async () => {
    const [admin, { id, email }] = await Promise.all([signedIn({ role: 'admin' }), givenUser()])
    const session = await signIn(email)

    await call(updateUser, { as: admin, params: { id }, body: { is_active: false } })
    const after = await call(readMe, { as: { token: session.body.access_token } })
    const again = await signIn(email)

    expect(after.status).toBe(401)
    expect(again.status).toBe(401)
  })

  test('gets a new role without another sign-in', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])

    await call(updateUser, { as: admin, params: { id: person.id }, body: { role: 'admin' } })
    const me = await call(readMe, { as: person })

    expect(me.body.role).toBe('admin')
  })

  test('cannot write after it has ended', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    await call(logout, { as: person })

    const late = await call(updateUser, { as: person, params: { id: person.id }, body: { name: 'Too late' } })
    const read = await call(readUser, { as: admin, params: { id: person.id } })

    expect(late.status).toBe(401)
    expect(read.body).toMatchObject({ name: 'Ada Lovelace', version: 1 })
  })

  test('cannot write with a role that it has lost', async () => {
    const [admin, other, person] = await Promise.all([
      signedIn({ role: 'admin' }),
      signedIn({ role: 'admin' }),
      signedIn(),
    ])
    await call(updateUser, { as: admin, params: { id: other.id }, body: { role: 'user' } })

    const late = await call(updateUser, { as: other, params: { id: person.id }, body: { is_active: false } })

    expect(late.status).toBe(403)
  })

  test('writes with the current name of the person', async () => {
    const person = await signedIn()
    await call(updateUser, { as: person, params: { id: person.id }, body: { name: 'Ada King' } })

    const space = await call(createSpace, { as: person, body: { name: 'Notes' } })

    expect(space.body.owner).toEqual({ id: person.id, name: 'Ada King' })
  })
})
