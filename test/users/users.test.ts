import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../src/users/endpoints/create-user.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { changeUser } from '../../src/users/registration.ts'
import { users } from '../../src/platform/identity/user.ts'
import { login } from '../../src/auth/endpoints/login.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { call, raw, type BodyOf } from '../support/call.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { statusByCase } from '../support/statuses.ts'

const newUser = (fields: object = {}) => ({
  email: `${randomUUID()}@example.com`,
  name: 'Katherine Johnson',
  password: 'a long enough password',
  ...fields,
})

describe('POST /users', () => {
  test('creates a user who can sign in', async () => {
    const admin = await signedIn({ role: 'admin' })
    const body = newUser({ role: 'support_agent', timezone: 'Europe/Berlin' })

    const made = await call(createUser, { as: admin, body })
    const signIn = await call(login, { body: { email: body.email, password: body.password } })

    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ email: body.email, role: 'support_agent', is_active: true, version: 1 })
    expect(made.headers['location']).toMatch(new RegExp(`/api/v1/users/${made.body.id}$`))
    expect(made.headers['etag']).toBe('"1"')
    expect(made.text).not.toMatch(/password_hash|long enough/)
    expect(made.body.sign_in).toEqual({ password: true, oidc: [] })
    expect(signIn.status).toBe(200)
  })

  test('returns 403 to other roles than administrators', async () => {
    const person = await signedIn()

    const answer = await call(createUser, { as: person, body: newUser() })

    expect(answer.status).toBe(403)
  })

  test('creates one user for concurrent requests with the same email address', async () => {
    const admin = await signedIn({ role: 'admin' })
    const body = newUser()

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        call(createUser, {
          as: admin,
          body: { ...body, email: i % 2 ? body.email : body.email.toUpperCase() },
        }),
      ),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
  })

  test('rejects short passwords, and unknown roles, time zones and languages', async () => {
    const admin = await signedIn({ role: 'admin' })

    const details = await Promise.all(
      [
        { password: 'short' },
        { role: 'king' },
        { timezone: 'Mars/Olympus' },
        { timezone: '+01:00' },
        { locale: 'not a tag' },
        { locale: `en-x${'-private'.repeat(32)}` },
      ].map(async (fields) => (await call(createUser, { as: admin, body: newUser(fields) })).detail),
    )

    expect(details).toEqual([
      '"password" must have at least 12 characters.',
      '"role" must be one of user, support_agent, admin.',
      '"timezone" must be a time zone of the IANA database, such as Europe/Berlin.',
      '"timezone" must be a time zone of the IANA database, such as Europe/Berlin.',
      '"locale" must be a BCP 47 language tag, such as en or pt-BR.',
      '"locale" must be a BCP 47 language tag, such as en or pt-BR.',
    ])
  })
})

describe('GET /users/{id}', () => {
  test('hides the settings of other people', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn({ name: 'Mary Jackson' })])

    const [seen, own] = await Promise.all([
      call(readUser, { as: person, params: { id: other.id } }),
      call(readUser, { as: person, params: { id: person.id.toUpperCase() } }),
    ])

    expect(seen.body).toMatchObject({
      id: other.id,
      name: 'Mary Jackson',
      email: other.email,
      last_login_at: null,
    })
    expect(own.body).toMatchObject({ id: person.id, email: person.email })
  })

  test('returns 404 for an unknown ID', async () => {
    const answer = await call(readUser, { as: await signedIn(), params: { id: randomUUID() } })

    expect(answer.status).toBe(404)
  })
})

describe('GET /users', () => {
  test('lists users by name in pages, regardless of case and accents', async () => {
    const marker = randomUUID().slice(0, 8)
    const admin = await signedIn({ role: 'admin', name: `zz ${marker}` })
    for (const name of ['Élan', 'echo', 'Foxtrot', 'Delta']) await signedIn({ name: `${name} ${marker}` })

    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(listUsers, { as: admin, query: { limit: 2, cursor } })
      names.push(...page.body.items.map(({ name }: { name: string }) => name))
      cursor = page.body.next_cursor ?? undefined
    } while (cursor !== undefined)

    const mine = names.filter((name) => name.includes(marker))
    expect(mine).toEqual(['Delta', 'echo', 'Élan', 'Foxtrot', 'zz'].map((name) => `${name} ${marker}`))
    expect(new Set(names).size).toBeGreaterThanOrEqual(5)
  })

  test('lists a name before longer names that begin with it', async () => {
    const marker = randomUUID().slice(0, 8)
    const admin = await signedIn({ role: 'admin' })
    const named = ['bob b', 'bob', 'bob!', 'bobby'].map((name) => signedIn({ name: `${marker} ${name}` }))
    const ids = (await Promise.all(named)).map(({ id }) => id).join(',')

    const listed = await call(listUsers, { as: admin, query: { ids } })

    const names = listed.body.items.map(({ name }: { name: string }) => name.slice(marker.length + 1))
    expect(names).toEqual(['bob', 'bob b', 'bob!', 'bobby'])
  })

  test('finds users by prefixes of words in their name and by email address', async () => {
    const marker = randomUUID().slice(0, 8)
    const admin = await signedIn({ role: 'admin' })
    const wanted = await signedIn({ name: `Dorothée Vaughan ${marker}` })
    await settle()

    const found = await Promise.all(
      [`doro VAUGH ${marker}`, wanted.email, 'vaughanland'].map(
        async (q) => (await call(listUsers, { as: admin, query: { q } })).body.items,
      ),
    )

    expect(found.map((items) => items.map(({ id }: { id: string }) => id))).toEqual([
      [wanted.id],
      [wanted.id],
      [],
    ])
  })

  test('filters by role and IDs', async () => {
    const [agent, person] = await Promise.all([signedIn({ role: 'support_agent' }), signedIn()])
    const ids = `${agent.id},${person.id},${randomUUID()}`

    const both = await call(listUsers, { as: person, query: { ids } })
    const repeated = await call(listUsers, { as: person, query: { ids: [agent.id, person.id] } })
    const agents = await call(listUsers, { as: person, query: { ids, role: 'support_agent' } })
    const wrong = await call(listUsers, { as: person, query: { ids: 'abc' } })

    expect(both.body.items).toHaveLength(2)
    expect(repeated.body.items).toHaveLength(2)
    expect(agents.body.items.map(({ id }: { id: string }) => id)).toEqual([agent.id])
    expect(wrong.status).toBe(422)
  })

  test('lists active users, inactive ones on request, and both by ID', async () => {
    const admin = await signedIn({ role: 'admin' })
    const marker = `m${randomUUID().slice(0, 8)}`
    const [present, gone] = await Promise.all([
      signedIn({ name: `0 ${marker} a` }),
      signedIn({ name: `0 ${marker} b` }),
    ])
    await call(updateUser, { as: admin, params: { id: gone.id }, body: { is_active: false } })
    await settle({ index: true })
    const find = async (query: object) =>
      (await call(listUsers, { as: admin, query: { limit: 100, ...query } })).body.items
        .filter(({ name }: { name: string }) => name.includes(marker))
        .map(({ id }: { id: string }) => id)

    expect(await find({})).toEqual([present.id])
    expect(await find({ is_active: 'false' })).toEqual([gone.id])
    expect(await find({ is_active: 'any' })).toEqual([present.id, gone.id])
    expect(await find({ q: marker })).toEqual([present.id])
    expect(await find({ q: marker, is_active: 'false' })).toEqual([gone.id])
    expect(await find({ ids: `${present.id},${gone.id}` })).toEqual([present.id, gone.id])
    expect((await call(listUsers, { as: admin, query: { is_active: raw('1') } })).status).toBe(422)
  })
})

describe('Sign-in', () => {
  test('does not change the index terms of the user', async () => {
    const admin = await signedIn({ role: 'admin' })
    const body = newUser()
    const { id } = (await call(createUser, { as: admin, body })).body
    const words = () => getItems([{ pk: `document#user#${id}`, sk: 'document' }])
    await settle()
    const before = await words()

    await call(login, { body: { email: body.email, password: body.password } })
    await settle()

    expect(before[0]).toBeDefined()
    expect(await words()).toEqual(before)
  })
})

describe('PUT /users/{id}', () => {
  test('retries a change of the address if it has changed in the meantime', async () => {
    const { id } = await signedIn()
    const before = await users.get({ id })
    await changeUser(before, { email: newUser().email }, {})

    const { email } = newUser()
    expect(await changeUser(before, { email }, {})).toMatchObject({ email })
  })

  test('merges fields, accepts what a GET returned, and increments the version', async () => {
    const person = await signedIn()
    const read = await call(readUser, { as: person, params: { id: person.id } })

    const answer = await call(updateUser, {
      as: person,
      params: { id: person.id },
      body: { ...(read.body as BodyOf<typeof updateUser>), locale: 'de', name: '  Ada King  ' },
    })

    expect(answer.body).toEqual({
      ...read.body,
      locale: 'de',
      name: 'Ada King',
      version: 2,
      updated_at: answer.body.updated_at,
    })
    expect(answer.headers['etag']).toBe('"2"')
  })

  test('accepts the response of a GET for an erased person, and changes nothing else of them', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    await finishErasure((await startErasure(admin, person)).body)
    const { body } = await call(readUser, { as: admin, params: { id: person.id } })
    const put = (changes: object) =>
      call(updateUser, { as: admin, params: { id: person.id }, body: raw({ ...body, ...changes }) })

    const answers = [await put({}), await put({ name: 'Ada' }), await put({ email: person.email })]

    expect(body.email).toBeNull()
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
    expect(answers[0]!.body).toEqual(body)
  })

  test('rejects null for the email address and its state', async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const put = (body: object) => call(updateUser, { as: admin, params: { id: person.id }, body })

    const answers = [await put({ email: null }), await put({ email_status: null })]

    expect(answers.map(({ status, detail }) => [status, detail])).toEqual([
      [422, '"email" must not be null.'],
      [422, '"email_status" can only be set to ok.'],
    ])
  })

  test('returns 412 and changes nothing for If-Match with another version', async () => {
    const person = await signedIn()
    const put = (ifMatch: string, name: string) =>
      call(updateUser, {
        as: person,
        params: { id: person.id },
        body: { name },
        headers: { 'If-Match': ifMatch },
      })

    const statuses = await statusByCase({
      'the current version': await put('"1"', 'One'),
      'an outdated one': await put('"1"', 'Two'),
      'any version': await put('*', 'Three'),
      'no version': await put('abc', 'Four'),
    })
    const read = await call(readUser, { as: person, params: { id: person.id } })

    expect(statuses).toEqual({
      'the current version': 200,
      'an outdated one': 412,
      'any version': 200,
      'no version': 412,
    })
    expect(read.body).toMatchObject({ name: 'Three', version: 3 })
  })

  test('loses none of several concurrent changes of different fields', async () => {
    const person = await signedIn()
    const changes = [{ name: 'Ada King' }, { locale: 'en' }, { timezone: 'Europe/London' }]

    await Promise.all(
      changes.map((body) => call(updateUser, { as: person, params: { id: person.id }, body })),
    )
    const read = await call(readUser, { as: person, params: { id: person.id } })

    expect(read.body).toMatchObject({ name: 'Ada King', locale: 'en', timezone: 'Europe/London', version: 4 })
  })

  test('rejects changes of other people, reserved fields and a wrong current password', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    const put = (id: string, body: object) => call(updateUser, { as: person, params: { id }, body })

    const statuses = await statusByCase({
      'another person': put(other.id, { name: 'Mine' }),
      'their own role': put(person.id, { role: 'admin' }),
      'a wrong current password': put(person.id, {
        password: 'a long enough password',
        current_password: 'wrong',
      }),
      'no current password': put(person.id, { password: 'a long enough password' }),
      'a current password for nothing': put(person.id, { name: 'Ada', current_password: 'wrong' }),
      'no name': put(person.id, { name: null }),
      'no time zone': put(person.id, { timezone: 'Mars/Olympus' }),
      'no language tag': put(person.id, { locale: 'not a tag' }),
    })

    expect(statuses).toEqual({
      'another person': 403,
      'their own role': 403,
      'a wrong current password': 403,
      'no current password': 422,
      'a current password for nothing': 422,
      'no name': 422,
      'no time zone': 422,
      'no language tag': 422,
    })
  })

  test('moves the email address only to a free one, and reserves the former one', async () => {
    const [admin, person, other] = await Promise.all([signedIn({ role: 'admin' }), signedIn(), signedIn()])
    const free = `${randomUUID()}@example.com`
    const put = (email: string) => call(updateUser, { as: admin, params: { id: person.id }, body: { email } })

    const [taken, moved] = [await put(other.email), await put(free)]
    const again = await call(createUser, { as: admin, body: newUser({ email: person.email }) })

    expect(taken.status, 'taken').toBe(409)
    expect(moved.status, 'moved').toBe(200)
    expect(again.status, 'again').toBe(409)
    expect(moved.body.email).toBe(free)
  })
})
