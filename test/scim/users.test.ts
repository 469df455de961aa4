import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { formerEmails } from '../../src/mail/former-email.ts'
import { eraseAccount } from '../../src/personal-data/account-erasure.ts'
import { directoryKeys, userNameKey } from '../../src/scim/directory-key.ts'
import { createScimUser } from '../../src/scim/endpoints/create-scim-user.ts'
import { deleteScimUser } from '../../src/scim/endpoints/delete-scim-user.ts'
import { listScimUsers } from '../../src/scim/endpoints/list-scim-users.ts'
import { readScimUser } from '../../src/scim/endpoints/read-scim-user.ts'
import { replaceScimUser } from '../../src/scim/endpoints/replace-scim-user.ts'
import { updateScimUser } from '../../src/scim/endpoints/update-scim-user.ts'
import { credentials } from '../../src/users/credentials.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call, raw } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { enterprise, entraUser, givenDirectory } from './given.ts'

afterEach(() => delete process.env['SCIM_ROLES'])

/** Requests of "SCIM 2.0 protocol reference" of Okta. */
describe('Okta', () => {
  const oktaUser = () => {
    const email = `grace.${randomUUID()}@example.com`
    return {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email,
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [
        { primary: false, value: `${email}.home`, type: 'home' },
        { primary: true, value: email, type: 'work' },
      ],
      displayName: 'Grace Hopper',
      locale: 'en-US',
      externalId: randomUUID(),
      groups: [],
      password: '1mz050nq',
      active: true,
    }
  }

  test('creates a person, and replaces them with the attributes it has read', async () => {
    const { ask, create } = await givenDirectory()
    const { body: made } = await create(oktaUser())

    const replaced = await ask(replaceScimUser, {
      params: { id: made.id },
      body: { ...made, name: { givenName: 'Grace', familyName: 'Murray' }, displayName: undefined },
    })

    expect(made).not.toHaveProperty('password')
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({ id: made.id, displayName: 'Grace Murray', emails: made.emails })
  })

  test('deactivates and reactivates by an object without a path', async () => {
    const { create, patch } = await givenDirectory()
    const { body: made } = await create(oktaUser())

    const off = await patch(made.id, { op: 'replace', value: { active: false } })
    const on = await patch(made.id, { op: 'replace', value: { active: true } })

    expect([off.body.active, on.body.active]).toEqual([false, true])
  })

  test('imports page by page', async () => {
    const { ask, create } = await givenDirectory()
    const people = await Promise.all(Array.from({ length: 5 }, () => create(oktaUser())))
    const ids: string[] = []
    let startIndex = 1
    let total = Infinity

    while (startIndex <= total) {
      const { body } = await ask(listScimUsers, { query: { startIndex, count: 2 } })
      ids.push(...body.Resources.map(({ id }: { id: string }) => id))
      total = body.totalResults
      startIndex += body.itemsPerPage
    }

    expect(ids).toHaveLength(total)
    expect(new Set(ids).size).toBe(total)
    expect(ids).toEqual(expect.arrayContaining(people.map(({ body }) => body.id)))
  })
})

describe('Person of a directory', () => {
  test('returns the requested attributes, and always the ID', async () => {
    const { ask, create, find } = await givenDirectory()
    const person = entraUser()
    const { body: made } = await create(person)
    const at = { params: { id: made.id } }

    const [some, few] = await Promise.all([
      ask(readScimUser, { ...at, query: { attributes: 'userName,name.givenName' } }),
      ask(readScimUser, { ...at, query: { excludedAttributes: 'meta,emails,name.familyName' } }),
    ])
    const list = await find(`id eq "${made.id}"`, { attributes: 'ID' })

    const { schemas, id, userName } = made
    expect(some.body).toEqual({ schemas, id, userName, name: { givenName: 'Ada' } })
    expect(Object.keys(few.body)).not.toContain('meta')
    expect(few.body.name).toEqual({ formatted: 'Ada King', givenName: 'Ada' })
    expect(list.body.Resources).toEqual([{ schemas, id }])
  })

  test('returns the requested attributes after creation, replacement and change as well', async () => {
    const { ask } = await givenDirectory()
    const person = entraUser()
    const query = { attributes: 'userName' }
    const made = await ask(createScimUser, { body: person, query })
    const params = { id: made.body.id }

    const replaced = await ask(replaceScimUser, { params, body: person, query: { attributes: 'title' } })
    const Operations = [{ op: 'replace', path: 'title', value: 'Lady' }]
    const changed = await ask(updateScimUser, {
      params,
      body: { Operations },
      query: { excludedAttributes: 'emails,meta,name' },
    })

    expect(Object.keys(made.body)).toEqual(['schemas', 'id', 'userName'])
    expect(Object.keys(replaced.body)).toEqual(['schemas', 'id', 'title'])
    expect(changed.body.title).toBe('Lady')
    expect(Object.keys(changed.body)).not.toContain('name')
  })

  test.each([
    [
      'userName regardless of case',
      (person: { userName: string }) => ({ userName: person.userName.toUpperCase() }),
    ],
    ['externalId', ({ externalId }: { externalId: string }) => ({ externalId })],
    ['the address', ({ emails }: { emails: unknown }) => ({ emails })],
  ])('returns 409 unless unique: %s', async (_, shared) => {
    const { create, patch } = await givenDirectory()
    const person = entraUser()
    await create(person)
    const { body: other } = await create(entraUser())

    const [made, changed] = await Promise.all([
      create({ ...entraUser(), ...shared(person) }),
      patch(other.id, { op: 'replace', value: shared(person) }),
    ])

    expect([made.status, changed.status]).toEqual([409, 409])
    expect([made.body.scimType, changed.body.scimType]).toEqual(['uniqueness', 'uniqueness'])
  })

  test('accepts unknown attributes with impossible names on creation and replacement', async () => {
    const { create, patch, ask } = await givenDirectory()
    const odd = { 'a b': 1, '': 2, 'emails[': 3 }
    const person = entraUser({ ...odd, name: { givenName: 'Ada', ...odd } })

    const made = await create(person)
    const replaced = await ask(replaceScimUser, { params: { id: made.body.id }, body: person })
    const changed = await patch(made.body.id, { op: 'replace', value: odd })

    expect([made.status, replaced.status, changed.status]).toEqual([201, 200, 200])
    expect(replaced.body.name).toMatchObject({ givenName: 'Ada' })
  })

  test('may report to a deactivated person, but not to themselves', async () => {
    const { create, patch, ask } = await givenDirectory()
    const [{ body: person }, { body: manager }] = [await create(entraUser()), await create(entraUser())]
    await patch(manager.id, { op: 'replace', path: 'active', value: false })

    const reporting = { [enterprise]: { manager: { value: manager.id } } }
    const made = await create(entraUser(reporting))
    const replaced = await ask(replaceScimUser, {
      params: { id: person.id },
      body: { ...person, ...reporting },
    })
    const own = await patch(person.id, { op: 'add', path: `${enterprise}:manager`, value: person.id })

    expect([made, replaced].map(({ body }) => body[enterprise].manager.value)).toEqual([
      manager.id,
      manager.id,
    ])
    expect([own.status, own.body[enterprise]]).toEqual([200, undefined])
  })

  test('cannot be created with the address of an existing person', async () => {
    const { create } = await givenDirectory()
    const person = await signedIn()

    const { status, body } = await create(entraUser({ userName: person.email }))

    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  })

  test('cannot take the address of an existing person as userName', async () => {
    const { create, patch, ask } = await givenDirectory()
    const person = await signedIn()
    const userName = person.email.toUpperCase()
    const { body } = await create(entraUser())

    const answers = await Promise.all([
      patch(body.id, { op: 'replace', path: 'userName', value: userName }),
      ask(replaceScimUser, { params: { id: body.id }, body: { ...body, userName } }),
    ])

    expect(answers.map((answer) => [answer.status, answer.body.scimType])).toEqual([
      [409, 'uniqueness'],
      [409, 'uniqueness'],
    ])
  })

  test('precedes a person who has their userName as an address', async () => {
    const { create, find, admin, ask } = await givenDirectory()
    const { body: made } = await create(entraUser())
    const local = await signedIn()
    const found = async () => {
      const { body } = await find(`userName eq "${made.userName}"`)
      return body.Resources.map(({ id }: { id: string }) => id)
    }

    await call(updateUser, {
      as: admin,
      params: { id: made.id },
      body: { email: `${randomUUID()}@example.com` },
    })
    // simulates that 7 days have passed
    await formerEmails.remove({ email: made.userName.toLowerCase() })
    await call(updateUser, { as: admin, params: { id: local.id }, body: { email: made.userName } })
    const before = await found()
    await ask(deleteScimUser, { params: { id: made.id } })

    expect([before, await found()]).toEqual([[made.id], [local.id]])
  })

  test('releases their externalId when removed', async () => {
    const { ask, create } = await givenDirectory()
    const person = entraUser()
    const { body: made } = await create(person)

    await ask(deleteScimUser, { params: { id: made.id } })
    const { status, body } = await create(entraUser({ externalId: person.externalId }))

    expect([status, body.externalId]).toEqual([201, person.externalId])
  })

  test('can be created by only one of two concurrent requests', async () => {
    const [one, other] = await Promise.all([givenDirectory(), givenDirectory()])
    const person = entraUser()

    const answers = await Promise.all([
      one.create(person),
      other.create({ ...person, externalId: randomUUID() }),
    ])

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
  })

  test('uses userName as address if none is sent, even after a rename', async () => {
    const { create, patch } = await givenDirectory()
    const [first, second] = [randomUUID(), randomUUID()]
    const { body: made } = await create({ userName: `${first}@Example.com`, active: null })

    const { body } = await patch(made.id, { op: 'replace', path: 'userName', value: `${second}@Example.com` })

    expect(made).toMatchObject({
      displayName: `${first}@Example.com`,
      emails: [{ value: `${first}@example.com` }],
    })
    expect(body).toMatchObject({
      userName: `${second}@Example.com`,
      emails: [{ value: `${second}@example.com` }],
    })
  })

  test('keeps a sent address after a rename, even if it was userName as well', async () => {
    const { create, patch } = await givenDirectory()
    const [first, second] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const emails = [{ value: first, type: 'work', primary: true }]
    const { body: made } = await create({ userName: first, emails })

    const { body } = await patch(made.id, { op: 'replace', path: 'userName', value: second })

    expect(body).toMatchObject({ userName: second, emails })
  })

  test('keeps a self-chosen name until the directory sends another one', async () => {
    const { admin, create, patch } = await givenDirectory()
    const { body: made } = await create(entraUser())
    await call(updateUser, { as: admin, params: { id: made.id }, body: { name: 'Ada Byron' } })

    const kept = await patch(made.id, { op: 'replace', path: 'title', value: 'Analyst' })
    const sent = await patch(made.id, { op: 'replace', path: 'displayName', value: 'Ada King' })

    expect([kept.body.displayName, sent.body.displayName]).toEqual(['Ada Byron', 'Ada King'])
  })

  test.each([
    ['no userName', { userName: undefined }],
    ['a userName that is no text', { userName: { a: 1 } }],
    ['no address', { userName: 'ada', emails: undefined }],
    ['an active that is neither', { active: 'maybe' }],
    ['an active that is an object', { active: {} }],
  ])('returns 400 with %s', async (_, wrong) => {
    const { create } = await givenDirectory()

    const { status, body } = await create({ ...entraUser(), ...wrong })

    expect(status, JSON.stringify(body)).toBe(400)
    expect(body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  })

  test.each([
    ['an unknown operation', { op: 'move', path: 'title', value: 'x' }, 'invalidValue'],
    ['a path that is none', { op: 'add', path: 'emails[', value: 'x' }, 'invalidPath'],
    [
      'a filter in a path that is none',
      { op: 'add', path: 'emails[type].value', value: 'x' },
      'invalidFilter',
    ],
    ['nothing to remove', { op: 'remove' }, 'invalidPath'],
    ['no userName any more', { op: 'remove', path: 'userName' }, 'invalidValue'],
  ])('rejects a PATCH with %s', async (_, operation, scimType) => {
    const { create, patch } = await givenDirectory()
    const { body: made } = await create(entraUser())

    const { status, body } = await patch(made.id, operation)

    expect([status, body.scimType]).toEqual([400, scimType])
  })

  test.each<[string, (address: string) => object, string?]>([
    [
      'the address when a removal names another value',
      () => ({ op: 'remove', path: 'emails', value: [{ value: 'old@example.com' }] }),
    ],
    [
      'the address when one at home is added',
      () => ({ op: 'add', path: 'emails', value: [{ type: 'home', value: 'home@example.com' }] }),
    ],
    [
      'the address when another one is added',
      () => ({ op: 'add', value: { emails: [{ value: 'two@example.com' }] } }),
    ],
    [
      'no address that a removal names by its value',
      (value) => ({ op: 'remove', path: 'emails', value: [{ value }] }),
      'userName',
    ],
    [
      'no address when all are replaced by one at home',
      () => ({ op: 'replace', path: 'emails', value: [{ type: 'home', value: 'home@example.com' }] }),
      'userName',
    ],
  ])('keeps %s', async (_, operation, then) => {
    const { create, patch } = await givenDirectory()
    const address = `${randomUUID()}@example.com`
    const person = entraUser({ emails: [{ value: address, type: 'work' }] })
    const { body: made } = await create(person)

    const { status, body } = await patch(made.id, raw(operation(address)))

    const kept = then === 'userName' ? person.userName.toLowerCase() : address
    expect([status, body.emails[0]!.value]).toEqual([200, kept])
  })

  test('loses attributes that a removal names, regardless of its value, and gets no address at home', async () => {
    const { create, patch } = await givenDirectory()
    const person = entraUser({ emails: [{ type: 'home', value: 'home@example.com' }] })
    const { body: made } = await create(person)

    const { body } = await patch(
      made.id,
      { op: 'remove', path: 'title', value: 'Analyst' },
      { op: 'remove', path: 'name', value: { givenName: 'Grace' } },
    )

    expect(made.emails[0]!.value).toBe(person.userName.toLowerCase())
    expect([body.title, body.name.givenName]).toEqual([undefined, undefined])
  })

  test('changes only at the version in If-Match', async () => {
    const { ask, create } = await givenDirectory()
    const { body: made, headers } = await create(entraUser())
    const change = (tag: string, value: string) =>
      ask(updateScimUser, {
        params: { id: made.id },
        headers: { 'If-Match': tag },
        body: { Operations: [{ op: 'replace', path: 'title', value }] },
      })

    const first = await change(headers['etag'] as string, 'One')
    const late = await change(headers['etag'] as string, 'Two')

    expect([first.status, late.status]).toEqual([200, 412])
    expect(first.headers['etag']).toBe(first.body.meta.version)
  })

  test('gets a role only with SCIM_ROLES=yes, and keeps it if none is sent', async () => {
    const { admin, ask, create, patch } = await givenDirectory()
    const roles = [{ value: 'support_agent', primary: 'True' }]
    const { body: made } = await create(entraUser({ roles }))
    const roleOf = async () => (await call(readUser, { as: admin, params: { id: made.id } })).body.role

    const without = await roleOf()
    process.env['SCIM_ROLES'] = 'yes'
    const { body } = await patch(made.id, {
      op: 'Add',
      path: 'roles[primary eq "True"].value',
      value: 'support_agent',
    })
    await ask(replaceScimUser, { params: { id: made.id }, body: entraUser() })

    expect(without).toBe('user')
    expect(body.roles).toEqual([{ value: 'support_agent', primary: true }])
    expect(await roleOf()).toBe('support_agent')
  })

  test('may have any role in the directory without SCIM_ROLES=yes', async () => {
    const { create, patch } = await givenDirectory()
    const roles = [{ value: 'Tour guide', primary: true }]

    const { status, body } = await create(entraUser({ roles }))
    const changed = await patch(body.id, { op: 'add', path: 'roles', value: roles })

    expect([status, changed.status]).toEqual([201, 200])
  })

  test('shows external_id only to administrators, including their own', async () => {
    const { admin, create, patch } = await givenDirectory()
    const [person, colleague] = [entraUser(), await signedIn()]
    const { body: made } = await create(person)
    const read = async (as: typeof admin, id: string) =>
      (await call(readUser, { as, params: { id } })).body.external_id

    const seen = await Promise.all([
      read(admin, made.id),
      read(admin, colleague.id),
      read(colleague, made.id),
    ])
    const { body: own } = await patch(admin.id, { op: 'add', path: 'externalId', value: randomUUID() })
    const { body: me } = await call(readMe, { as: admin })

    expect(seen).toEqual([person.externalId, null, null])
    expect(me.external_id).toBe(own.externalId)
  })

  test('returns as an ordinary user without their former password', async () => {
    const { admin, ask, create } = await givenDirectory()
    const person = await signedIn({ role: 'support_agent' })

    await ask(deleteScimUser, { params: { id: person.id } })
    const { body: again } = await create({ userName: person.email })
    const { body: user } = await call(readUser, { as: admin, params: { id: person.id } })
    const entry = await credentials.get({ email: person.email })

    expect(again).toMatchObject({ id: person.id, active: true })
    expect([user.role, user.is_active, user.sign_in!.password]).toEqual(['user', true, false])
    expect(entry.password_hash).toBeNull()
  })

  test('loses access once a deactivation has responded, even with concurrent requests', async () => {
    const { patch } = await givenDirectory()
    const person = await signedIn()
    let isAnswered = false
    const late: number[] = []
    const use = async (): Promise<void> => {
      for (let n = 0; n < 10; n += 1) {
        const wasAnswered = isAnswered
        const { status } = await call(readMe, { as: person })
        if (wasAnswered) late.push(status)
      }
    }

    const using = Array.from({ length: 5 }, use)
    await patch(person.id, { op: 'Replace', path: 'active', value: 'False' })
    isAnswered = true
    await Promise.all([...using, use()])

    expect(late.length).toBeGreaterThan(0)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('disappears with all their names in the directory when erased', async () => {
    const { ask, create } = await givenDirectory()
    const person = entraUser()
    const { body: made } = await create(person)

    await eraseAccount(made.id)
    const read = await ask(readScimUser, { params: { id: made.id } })
    const keys = await directoryKeys.findMany([
      userNameKey(person.userName),
      { kind: 'externalId', value: person.externalId },
    ])

    expect(read.status).toBe(404)
    expect(keys).toEqual([undefined, undefined])
  })
})

describe('/scim/v2/Users', () => {
  test('rejects sessions and other tokens with SCIM errors', async () => {
    const admin = await signedIn({ role: 'admin' })

    const [session, nobody] = await Promise.all([
      call(createScimUser, { as: admin, body: entraUser() }),
      call(createScimUser, { body: entraUser() }),
    ])

    expect([session.status, nobody.status]).toEqual([403, 401])
    expect(session.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '403',
    })
  })

  test.each([
    ['another operator', 'userName sw "a"'],
    ['or', 'userName eq "a" or userName eq "b"'],
    ['an attribute that cannot be searched', 'title eq "x"'],
    ['a name of JavaScript', 'constructor eq "x"'],
    ['nothing behind eq', 'userName eq'],
    ['line breaks in an open text', `userName eq "${'\n'.repeat(60)}`],
    ['10 kB', `userName eq "${'a'.repeat(9_900)}"`],
    ['a thousand brackets', '('.repeat(1_500)],
  ])('rejects a filter with %s', async (_, filter) => {
    const { find } = await givenDirectory()

    const { status, body } = await find(filter)

    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  })

  test('rejects an unreadable body with SCIM errors', async () => {
    const { ask } = await givenDirectory()
    const send = (body: string, type = 'application/scim+json') =>
      ask(createScimUser, { body: raw(body), headers: { 'Content-Type': type } })

    const [broken, text, large] = await Promise.all([
      send('{"userName":'),
      send('{}', 'text/plain'),
      send(`{"userName":"${'a'.repeat(1_048_576)}"}`),
    ])

    expect([broken.status, broken.body.scimType]).toEqual([400, 'invalidSyntax'])
    expect([text.body.status, large.body.status]).toEqual(['415', '413'])
  })

  test('hides service accounts', async () => {
    const { as, ask, find } = await givenDirectory()

    const [read, found] = await Promise.all([
      ask(readScimUser, { params: { id: as.id } }),
      find(`userName eq "${as.email}"`),
    ])

    expect([read.status, found.body.totalResults]).toEqual([404, 0])
  })
})
