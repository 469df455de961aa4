import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { deleteSession } from '../../src/auth/endpoints/delete-session.ts'
import { listSessions } from '../../src/auth/endpoints/list-sessions.ts'
import { login } from '../../src/auth/endpoints/login.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { refresh } from '../../src/auth/endpoints/refresh.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { registerUser } from '../../src/users/registration.ts'
import { call, type Answer, type CallOptions } from '../support/call.ts'
import { signedIn } from '../support/people.ts'

afterEach(() => void vi.useRealTimers())

const password = 'plum thicket 9 umbrella'

/** Creates a person who can sign in, and does so with `signIn`. */
const givenPerson = async () => {
  const email = `${randomUUID()}@example.com`
  const { id } = await registerUser({ email, name: 'Grace Hopper', role: 'user' }, password)
  const signIn = async (options: Pick<CallOptions, 'headers' | 'address'> = {}) => {
    const { body } = await call(login, { body: { email, password }, ...options })
    return { id, token: body.access_token as string }
  }
  return { id, email, signIn }
}

const list = async (as: { token: string }, query = {}) => (await call(listSessions, { as, query })).body.items

/** Returns the error codes of responses, or their status. */
const codes = (answers: Answer[]) => answers.map(({ status, headers }) => headers['x-error-code'] ?? status)

describe('GET /auth/sessions', () => {
  test('lists the caller’s sessions, newest first, with client and address', async () => {
    const { signIn } = await givenPerson()
    await signIn({ headers: { 'User-Agent': 'curl/8.5' }, address: '192.0.2.5' })
    const as = await signIn({ headers: { 'user-agent': 'Firefox' }, address: '2001:db8::7' })

    const items = await list(as)

    const shown = { id: expect.any(String), via: 'password', created_at: expect.any(String) }
    expect(items).toEqual([
      { ...shown, ...hours(items[0]!), user_agent: 'Firefox', address: '2001:db8::7', is_current: true },
      { ...shown, ...hours(items[1]!), user_agent: 'curl/8.5', address: '192.0.2.5', is_current: false },
    ])
  })

  test('truncates the user agent, and removes unprintable characters', async () => {
    const { signIn } = await givenPerson()
    const headers = { 'User-Agent': `<script>\u202e\u0000\r\n${'x'.repeat(9_000)}` }

    const { user_agent } = (await list(await signIn({ headers })))[0]!

    expect(user_agent).toBe(`<script>${'x'.repeat(243)}`)
  })

  test('omits sessions that have expired or were ended by a new password', async () => {
    const { id, signIn } = await givenPerson()
    await signIn()
    await call(updateUser, {
      as: await signIn(),
      params: { id },
      body: { password: 'walnut 17 gravel ferry', current_password: password },
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    const admin = await signedIn({ role: 'admin' })
    const over = await signedIn()
    vi.useRealTimers()
    const present = await signedIn({ role: 'admin' })

    const lists = await Promise.all([id, over.id, admin.id].map((user_id) => list(present, { user_id })))

    expect(lists).toEqual([[expect.objectContaining({ is_current: false })], [], []])
  })

  test('shows sessions of others only to administrators', async () => {
    const [person, other, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
    const query = { user_id: other.id }

    const answers = await Promise.all([person, admin].map((as) => call(listSessions, { as, query })))

    expect(codes(answers)).toEqual(['auth.sessions_not_yours', 200])
    expect(answers[1]?.body.items).toHaveLength(1)
  })

  test('rejects an unknown person, and a malformed ID', async () => {
    const as = await signedIn({ role: 'admin' })

    const [nobody, bad] = await Promise.all(
      [randomUUID(), 'nobody'].map((user_id) => call(listSessions, { as, query: { user_id } })),
    )

    expect(nobody?.headers['x-error-code']).toBe('users.user_not_found')
    expect(bad?.detail).toMatch(/^"user_id" must be/)
  })
})

/** Checks the hour of the last use and the expiry of a session, and returns them. */
const hours = ({ created_at, last_used_at, expires_at }: Awaited<ReturnType<typeof list>>[number]) => {
  expect(last_used_at).toBe(`${created_at.slice(0, 13)}:00:00.000Z`)
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBeLessThanOrEqual(43_200_000)
  return { last_used_at, expires_at }
}

describe('last_used_at', () => {
  test('returns the hour of the last request', async () => {
    const as = await signedIn()
    const { created_at } = (await list(as))[0]!
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(created_at) + 2 * 3_600_000 })
    const hour = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`

    await Promise.all(Array.from({ length: 5 }, () => call(readMe, { as })))

    await expect.poll(async () => (await list(as))[0]!.last_used_at).toBe(hour)
  })

  test('does not restore a session that has ended in the meantime', async () => {
    const [as, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
    const { id, created_at } = (await list(as))[0]!
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(created_at) + 3_600_000 })

    await Promise.all([call(readMe, { as }), call(deleteSession, { as, params: { id } })])

    expect((await call(readMe, { as })).status).toBe(401)
    expect(await list(admin, { user_id: as.id })).toEqual([])
  })
})

describe('POST /auth/refresh', () => {
  test('keeps method and time of the sign-in, and updates the client', async () => {
    const { signIn } = await givenPerson()
    const as = await signIn({ headers: { 'User-Agent': 'one' } })
    const { created_at } = (await list(as))[0]!
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(created_at) + 3_600_000 })

    const { body } = await call(refresh, { as, headers: { 'User-Agent': 'two' }, address: '192.0.2.9' })
    const items = await list({ token: body.access_token })

    expect(items).toMatchObject([
      { via: 'password', created_at, user_agent: 'two', address: '192.0.2.9', is_current: true },
    ])
  })
})

describe('Refreshed session', () => {
  test('ends 30 days after the sign-in', async () => {
    const day = 86_400_000
    process.env['SESSION_SECONDS'] = String(20 * 86_400)
    onTestFinished(() => void delete process.env['SESSION_SECONDS'])
    const as = await signedIn()
    const { created_at } = (await list(as))[0]!
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(created_at) + 19 * day })

    const { body } = await call(refresh, { as })
    const { expires_at } = (await list({ token: body.access_token }))[0]!

    expect(body.expires_in).toBeLessThanOrEqual(11 * 86_400)
    expect(Date.parse(expires_at)).toBe(Math.floor(Date.parse(created_at) / 1_000) * 1_000 + 30 * day)
  })
})

describe('DELETE /auth/sessions/{id}', () => {
  test('ends one session only, before it responds', async () => {
    const { signIn } = await givenPerson()
    const [one, other] = [await signIn(), await signIn()]
    const { id } = (await list(other))[1]!

    const answer = await call(deleteSession, { as: other, params: { id } })
    const after = [await call(readMe, { as: one }), await call(readMe, { as: other })]

    expect(answer.status).toBe(204)
    expect(after.map(({ status }) => status)).toEqual([401, 200])
  })

  test('by an administrator returns 401 to every request that begins afterwards', async () => {
    const [person, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
    const { id } = (await list(person))[0]!
    let isOver = false
    const late: number[] = []
    const traffic = Array.from({ length: 8 }, async () => {
      for (let n = 0; n < 25; n++) {
        const beganAfter = isOver
        const { status } = await call(readMe, { as: person })
        if (beganAfter) late.push(status)
      }
    })

    await call(deleteSession, { as: admin, params: { id }, query: { user_id: person.id } })
    isOver = true
    await Promise.all(traffic)

    expect(late.length).toBeGreaterThan(0)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('rejects sessions of others, and malformed IDs', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    const { id } = (await list(other))[0]!

    const answers = await Promise.all([
      call(deleteSession, { as: person, params: { id } }),
      call(deleteSession, { as: person, params: { id }, query: { user_id: other.id } }),
      call(deleteSession, { as: person, params: { id: 'none' } }),
    ])

    expect(codes(answers)).toEqual(['auth.session_not_found', 'auth.sessions_not_yours', 'request.invalid'])
    expect((await call(readMe, { as: other })).status).toBe(200)
  })
})
