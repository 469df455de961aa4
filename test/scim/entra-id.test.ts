import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { deleteScimUser } from '../../src/scim/endpoints/delete-scim-user.ts'
import { readScimUser } from '../../src/scim/endpoints/read-scim-user.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { call } from '../support/call.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'
import { enterprise, entraUser, givenDirectory } from './given.ts'

/** Requests of "Tutorial: develop a SCIM endpoint for user provisioning from Microsoft Entra ID". */
describe('Entra ID', () => {
  test('searches for a person, and creates them if there is none', async () => {
    const { admin, create, find } = await givenDirectory()
    const person = entraUser()
    const filter = `userName eq "${person.userName.toUpperCase()}"`

    const before = await find(filter)
    const made = await create(person)
    const after = await find(filter)
    const { body: user } = await call(readUser, { as: admin, params: { id: made.body.id } })

    expect(before.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
    expect(made.status).toBe(201)
    expect(made.headers['content-type']).toBe('application/scim+json')
    expect(made.headers['location']).toBe(made.body.meta.location)
    expect(made.headers['etag']).toBe(made.body.meta.version)
    const { meta: _, schemas: __, ...sent } = person
    expect(made.body).toMatchObject({ ...sent, meta: { resourceType: 'User' } })
    expect(after.body).toMatchObject({ totalResults: 1, Resources: [made.body] })
    expect(user).toMatchObject({ name: person.displayName, email: person.emails[0]?.value, role: 'user' })
  })

  test('tests the connection by searching for a value that cannot exist', async () => {
    const { find } = await givenDirectory()

    const { status, body } = await find(`userName eq "${randomUUID()}"`)

    expect([status, body.totalResults]).toEqual([200, 0])
  })

  test('changes attributes by paths, with capitalized operations', async () => {
    const { create, patch } = await givenDirectory()
    const [person, manager] = await Promise.all([create(entraUser()), create(entraUser())])

    const { status, body } = await patch(
      person.body.id,
      { op: 'Replace', path: 'displayName', value: 'Ada Lovelace' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'New@Example.com' },
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.com' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Research' },
      { op: 'Add', path: `${enterprise}:manager`, value: manager.body.id },
      { op: 'Replace', path: 'name.familyName', value: 'Lovelace' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+49 30 1' },
      { op: 'Remove', path: 'title' },
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({
      displayName: 'Ada Lovelace',
      emails: [{ value: 'new@example.com' }],
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      [enterprise]: {
        department: 'Research',
        manager: { value: manager.body.id, displayName: manager.body.displayName },
      },
    })
    expect(body.title).toBeUndefined()
  })

  test('changes several attributes by an object without a path', async () => {
    const { create, patch } = await givenDirectory()
    const { body: person } = await create(entraUser())

    const { body } = await patch(person.id, {
      op: 'Replace',
      value: {
        displayName: 'Ada L.',
        'name.givenName': 'Augusta',
        'emails[type eq "work"].value': 'augusta@example.com',
        [`${enterprise}:department`]: 'Analysis',
        active: 'True',
      },
    })

    expect(body).toMatchObject({
      displayName: 'Ada L.',
      name: { givenName: 'Augusta', familyName: 'King' },
      emails: [{ value: 'augusta@example.com' }],
      [enterprise]: { department: 'Analysis' },
      active: true,
    })
  })

  test.each([
    ['a text', { path: 'active', value: 'False' }],
    ['a boolean', { path: 'active', value: false }],
    ['an object', { value: { active: 'False' } }],
  ])(
    'deactivates a person by %s, ends their sessions and tokens, and keeps them readable',
    async (_, change) => {
      const { ask, find, patch } = await givenDirectory()
      const person = await signedIn()
      const token = await givenToken(person)

      const { status } = await patch(person.id, { op: 'Replace', ...change })
      const [session, program] = await Promise.all([
        call(readMe, { as: person }),
        call(readMe, { as: token }),
      ])
      const read = await ask(readScimUser, { params: { id: person.id } })
      const found = await find(`userName eq "${person.email}" and active eq false`)

      expect(status).toBe(200)
      expect([session.status, program.status]).toEqual([401, 401])
      expect(read.body).toMatchObject({ id: person.id, active: false })
      expect(found.body.totalResults).toBe(1)
    },
  )

  test('removes a person permanently, who is unknown until provisioned again', async () => {
    const { ask, create, find, patch } = await givenDirectory()
    const person = entraUser()
    const { body: made } = await create(person)
    const at = { params: { id: made.id } }

    const removed = await ask(deleteScimUser, at)
    const gone = await Promise.all([
      ask(readScimUser, at),
      patch(made.id, { op: 'replace', path: 'active', value: true }),
      ask(deleteScimUser, at),
    ])
    const found = await find(`userName eq "${person.userName}"`)
    const again = await create({ ...person, displayName: 'Ada again' })

    expect([removed.status, ...gone.map(({ status }) => status)]).toEqual([204, 404, 404, 404])
    expect(gone[0].body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'The user does not exist.',
    })
    expect(found.body.totalResults).toBe(0)
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({ id: made.id, displayName: 'Ada again', active: true })
  })

  test('finds people by externalId, address, ID and name, regardless of the case of attributes', async () => {
    const { create, find } = await givenDirectory()
    const person = entraUser()
    const { body: made } = await create(person)
    const filters = [
      `externalId eq "${person.externalId}"`,
      `emails.value eq "${person.emails[0]?.value.toUpperCase()}"`,
      `emails[type eq "work"].value eq "${person.emails[0]?.value}"`,
      `id eq "${made.id}"`,
      `DISPLAYNAME eq "${person.displayName.toUpperCase()}"`,
      `displayName eq "${person.displayName}" and active eq true`,
      `(userName eq "${person.userName}") and (externalId eq "${person.externalId}")`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${person.userName}"`,
    ]

    const found = await Promise.all(filters.map((filter) => find(filter)))
    const other = await Promise.all([
      find(`externalId eq "${person.externalId.toUpperCase()}"`),
      find(`userName eq "${person.userName}" and active eq false`),
    ])

    expect(found.map(({ body }) => body.Resources?.[0]?.id)).toEqual(filters.map(() => made.id))
    expect(other.map(({ body }) => body.totalResults)).toEqual([0, 0])
  })

  test('finds a person from before the directory, and changes them', async () => {
    const { find, patch } = await givenDirectory()
    const person = await signedIn()

    const { body } = await find(`userName eq "${person.email}"`)
    const { body: changed } = await patch(body.Resources[0]!.id, {
      op: 'Add',
      path: 'externalId',
      value: person.id,
    })
    const again = await find(`externalId eq "${person.id}"`)

    expect(changed).toMatchObject({ id: person.id, userName: person.email, externalId: person.id })
    expect(again.body.Resources[0]!.id).toBe(person.id)
  })
})
