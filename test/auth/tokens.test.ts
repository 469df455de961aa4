import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createAccessToken } from '../../src/auth/endpoints/create-access-token.ts'
import { deleteAccessToken } from '../../src/auth/endpoints/delete-access-token.ts'
import { listAccessTokens } from '../../src/auth/endpoints/list-access-tokens.ts'
import { logout } from '../../src/auth/endpoints/logout.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { refresh } from '../../src/auth/endpoints/refresh.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { eraseAccount } from '../../src/personal-data/account-erasure.ts'
import { sendScheduled } from '../../src/platform/events/scheduler.ts'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call, raw, type CallOptions } from '../support/call.ts'
import { givenAccount, rightPassword } from '../support/given-account.ts'
import { mailsTo } from '../support/mailbox.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

afterEach(() => void vi.useRealTimers())

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const body = { name: 'Nightly report', scopes: ['read' as const] }
const listed = async (as: SignedIn, user_id?: string) =>
  (await call(listAccessTokens, { as, query: { user_id } })).body.items as { id: string }[]

const subjectsTo = async ({ email }: SignedIn, wanted: RegExp) =>
  (await mailsTo(email)).map(({ subject }) => subject).filter((subject) => wanted.test(subject))

const givenService = async (admin: SignedIn) =>
  (
    await call(createUser, {
      as: admin,
      body: { email: `${randomUUID()}@example.com`, name: 'Backup', type: 'service' },
    })
  ).body as Partial<SignedIn> as SignedIn

describe('POST /auth/tokens', () => {
  test('creates a token that acts as its person, for 90 days', async () => {
    const person = await signedIn()

    const { status, body: made } = await call(createAccessToken, { as: person, body })
    const me = await call(readMe, { as: { token: made.token! } })

    expect(status).toBe(201)
    expect(made).toMatchObject({ ...body, user_id: person.id, last_used_at: null })
    expect(made.token).toMatch(/^ep_[\dA-Za-z]{50}$/)
    expect(Math.round((Date.parse(made.expires_at) - Date.now()) / day)).toBe(90)
    expect(me.body.id).toBe(person.id)
  })

  test('stores nothing of the secret, neither in the table nor for a retry', async () => {
    const person = await signedIn()
    const request = { as: person, body, headers: { 'Idempotency-Key': randomUUID() } }

    const first = await call(createAccessToken, request)
    const second = await call(createAccessToken, request)
    const stored = []
    for await (const items of scanItems()) stored.push(JSON.stringify(items))

    expect(second.body).toEqual({ ...first.body, token: null })
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(stored.join()).not.toContain(first.body.token)
  })

  test.each([
    ['a time that has passed', { expires_at: inDays(-1) }],
    ['more than a year', { expires_at: inDays(366) }],
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['wiki'] }],
    ['the scope of directories for a person', { scopes: ['scim'] }],
    ['the scope of directories with another one', { scopes: ['scim', 'read'] }],
    ['an unknown service account', {}],
  ])('rejects %s', async (what, given) => {
    const admin = await signedIn({ role: 'admin' })
    const owner = what === 'an unknown service account' ? { user_id: randomUUID() } : {}

    const { status } = await call(createAccessToken, {
      as: admin,
      body: raw({ ...body, ...given, ...owner }),
    })

    expect(status).toBe(422)
  })

  test('creates tokens of service accounts for administrators only', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const service = await givenService(admin)
    const create = (as: SignedIn, user_id: string) =>
      call(createAccessToken, { as, body: { ...body, user_id } })

    const [made, other, refused] = await Promise.all([
      create(admin, service.id),
      create(admin, person.id),
      create(person, service.id),
    ])
    const me = await call(readMe, { as: { token: made.body.token! } })

    expect(me.body).toMatchObject({ id: service.id, type: 'service' })
    expect([other.status, refused.status]).toEqual([422, 403])
  })

  test('creates at most 50 for one person, even for concurrent requests', async () => {
    const person = await signedIn()
    for (let n = 0; n < 46; n += 1) await givenToken(person)

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(createAccessToken, { as: person, body })),
    )

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      ...Array(4).fill('201'),
      ...Array(4).fill('409'),
    ])
    expect(await listed(person)).toHaveLength(50)
  })
})

describe('New token', () => {
  const titlesFor = async (as: SignedIn) =>
    (await call(listNotifications, { as, query: { type: 'token_created' } })).body.items.map(
      ({ title }: { title: string }) => title,
    )

  test('notifies its person in the application and by mail, even if it is deleted at once', async () => {
    const person = await givenAccount()
    const { token_id } = await givenToken(person, 'read', { name: 'Nightly' })
    await call(deleteAccessToken, { as: person, params: { id: token_id } })
    await settle()

    expect(await titlesFor(person)).toEqual([expect.stringContaining('New access token “Nightly”')])
    expect(await subjectsTo(person, /./)).toEqual(['New access token “Nightly”'])
  })

  test('notifies all administrators if it belongs to a service account', async () => {
    const [maker, other] = await Promise.all([signedIn({ role: 'admin' }), signedIn({ role: 'admin' })])
    const service = await givenService(maker)
    await givenToken(maker, 'read', { name: 'Sync', user_id: service.id })
    await settle()

    const title = 'New access token “Sync” for Backup'
    expect(await Promise.all([maker, other].map(titlesFor))).toEqual([[title], [title]])
    expect(await subjectsTo(other, /Sync/)).toEqual(['New access token “Sync”'])
  })
})

describe('GET /auth/tokens', () => {
  test('lists valid tokens with the hour of their last use', async () => {
    const person = await signedIn()
    const [used, unused] = [await givenToken(person), await givenToken(person)]
    await Promise.all([call(readMe, { as: used }), call(readMe, { as: used })])

    const hour = expect.stringMatching(/T\d\d:00:00\.000Z$/)
    await expect
      .poll(() => listed(person))
      .toMatchObject([
        { id: used.token_id, last_used_at: hour },
        { id: unused.token_id, last_used_at: null },
      ])
    expect(JSON.stringify(await listed(person))).not.toMatch(/hash|epoch|token"/)
  })

  test('shows tokens of others only to administrators', async () => {
    const [admin, person, other] = await Promise.all([signedIn({ role: 'admin' }), signedIn(), signedIn()])
    const { token_id } = await givenToken(person)

    const shown = await listed(admin, person.id)
    const { status } = await call(listAccessTokens, { as: other, query: { user_id: person.id } })

    expect(shown).toMatchObject([{ id: token_id }])
    expect(status).toBe(403)
  })
})

describe('DELETE /auth/tokens/{id}', () => {
  test('ends a token for all requests after its response', async () => {
    const person = await signedIn()
    const token = await givenToken(person)
    let isDeleted = false
    const late: number[] = []
    const asking = Array.from({ length: 8 }, async () => {
      for (let rest = 3; rest > 0;) {
        const after = isDeleted
        const { status } = await call(readMe, { as: token })
        if (after) late.push(status)
        if (after) rest -= 1
      }
    })

    const { status } = await call(deleteAccessToken, { as: person, params: { id: token.token_id } })
    isDeleted = true
    await Promise.all(asking)

    expect(status).toBe(204)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('accepts its person and administrators', async () => {
    const [admin, person, other] = await Promise.all([signedIn({ role: 'admin' }), signedIn(), signedIn()])
    const { token_id: id } = await givenToken(person)
    const end = (as: SignedIn, user_id?: string) =>
      call(deleteAccessToken, { as, params: { id }, query: { user_id } })

    const statuses = []
    for (const [as, owner] of [[other], [other, person], [admin, person], [person]] as const)
      statuses.push((await end(as, owner?.id)).status)

    expect(statuses).toEqual([404, 403, 204, 404])
  })
})

describe('Access token', () => {
  test('returns 401 if it is mistyped or expired', async () => {
    const person = await signedIn()
    const { token } = await givenToken(person, 'read', { expires_at: inDays(1) })
    const mistyped = token.slice(0, -9) + (token.at(-9) === 'a' ? 'b' : 'a') + token.slice(-8)

    const wrong = await call(readMe, { as: { token: mistyped } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day + 1_000 })
    const over = await call(readMe, { as: { token } })

    expect([wrong, over].map(({ headers }) => headers['x-error-code'])).toEqual(
      Array(2).fill('auth.token_invalid'),
    )
  })

  test('acts with the current role of its person', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn({ role: 'admin' })])
    const token = await givenToken(person, 'admin')

    const before = await call(listAudit, { as: token })
    await call(updateUser, { as: admin, params: { id: person.id }, body: { role: 'user' } })
    const after = await call(listAudit, { as: token })

    expect([before.status, after.headers['x-error-code']]).toEqual([200, 'auth.role_required'])
  })

  test('survives a new password and a logout', async () => {
    const person = await givenAccount()
    const token = await givenToken(person)

    const password = 'another long password'
    const changed = await call(updateUser, {
      as: person,
      params: { id: person.id },
      body: { password, current_password: rightPassword },
    })
    await call(logout, { as: person })

    expect(changed.status).toBe(200)
    expect((await call(readMe, { as: token })).status).toBe(200)
  })

  test('appears in the mail about a new password', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), givenAccount()])
    await givenToken(person)
    const password = 'plum thicket 9 ferry'
    await call(updateUser, { as: admin, params: { id: person.id }, body: { password } })
    await settle()

    const mail = (await mailsTo(person.email)).find(({ subject }) => subject === 'Your password was changed')
    expect(mail?.body.text).toContain('One access token for programs stays valid.')
  })

  test('ends permanently when its account is deactivated', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const token = await givenToken(person)

    await call(deleteUser, { as: admin, params: { id: person.id } })
    const deactivated = await call(readMe, { as: token })
    await call(updateUser, { as: admin, params: { id: person.id }, body: { is_active: true } })
    const back = await call(readMe, { as: token })

    expect([deactivated.status, back.status]).toEqual([401, 401])
    expect(await listed(admin, person.id)).toEqual([])
  })

  test('disappears with the erasure of its person', async () => {
    const person = await signedIn()
    const token = await givenToken(person)
    await call(readMe, { as: token })

    await eraseAccount(person.id)
    const left = []
    for await (const items of scanItems())
      left.push(
        ...items.filter(({ pk, sk }) => `${pk} ${sk}`.includes(token.token_id) && pk.includes(person.id)),
      )

    expect(left.filter(({ pk }) => pk.startsWith('user#'))).toEqual([])
  })

  test.each<[string, EndpointHandler, CallOptions]>([
    ['make tokens', createAccessToken, { body }],
    ['sign out', logout, {}],
    ['refresh', refresh, {}],
  ])('returns 403 when used to %s', async (_, endpoint, options) => {
    const token = await givenToken(await signedIn(), 'admin')

    const { headers } = await call(endpoint, { as: token, ...options })

    expect(headers['x-error-code']).toBe('auth.session_required')
  })

  test('cannot change passwords, not even with the current one or for others', async () => {
    const [admin, person] = await Promise.all([givenAccount({ role: 'admin' }), givenAccount()])
    const token = await givenToken(admin, 'admin')
    const change = (id: string) =>
      call(updateUser, {
        as: token,
        params: { id },
        body: { password: 'another long password', current_password: rightPassword },
      })

    const answers = await Promise.all([change(admin.id), change(person.id)])

    expect(answers.map(({ headers }) => headers['x-error-code'])).toEqual(
      Array(2).fill('auth.session_required'),
    )
  })
})

describe('Seven days before a token expires', () => {
  test('notifies its person once', async () => {
    const person = await signedIn()
    const token = await givenToken(person, 'read', { name: 'Nightly', expires_at: inDays(10) })
    await givenToken(person, 'read', { expires_at: inDays(6) })
    await settle()

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * day + 120_000 })
    await sendScheduled()
    await sendScheduled()
    await settle()
    const { body: told } = await call(listNotifications, {
      as: token,
      query: { type: 'token_expiring' },
    })

    expect(told.items).toMatchObject([{ title: expect.stringContaining('“Nightly” expires on') }])
    expect(await subjectsTo(person, /expires/)).toEqual(['The access token “Nightly” expires soon'])
  })

  test.each([
    ['is gone', (as: SignedIn, { id }: SignedIn) => call(deleteUser, { as, params: { id } })],
    [
      'is none any more',
      (as: SignedIn, { id }: SignedIn) => call(updateUser, { as, params: { id }, body: { role: 'user' } }),
    ],
  ])('notifies an administrator if the one who created the token %s', async (_, end) => {
    const [maker, admin] = await Promise.all([signedIn({ role: 'admin' }), signedIn({ role: 'admin' })])
    const fields = { email: `${randomUUID()}@example.com`, name: 'Robot', type: 'service' as const }
    const { body: account } = await call(createUser, { as: admin, body: fields })
    await givenToken(maker, 'read', { name: 'Lonely', user_id: account.id, expires_at: inDays(10) })
    await end(admin, maker)
    await settle()

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * day + 120_000 })
    await sendScheduled()
    await settle()

    expect(await subjectsTo(admin, /expires/)).toEqual(['The access token “Lonely” expires soon'])
  })
})
