import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { replaceScimUser } from '../../src/scim/endpoints/replace-scim-user.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { call, raw } from '../support/call.ts'
import { linesFromNow } from '../support/log-lines.ts'
import { enterprise, entraUser, givenDirectory } from './given.ts'

afterEach(() => delete process.env['SCIM_ROLES'])

/** Collects warnings about attributes from now on. */
const warnings = () => {
  const lines = linesFromNow()
  return () => lines.filter(({ level }) => level === 'warn')
}

const secret = 'Quirlwort'
const manager = `${enterprise}:manager`.toLowerCase()

/** Attributes that cannot be kept, and the paths that are logged. */
const unkept: [string, object, string][] = [
  ['a title that is too long', { title: secret.repeat(20) }, 'title'],
  ['a title with line breaks', { title: `Head\n${secret}` }, 'title'],
  ['a title that is an object', { title: { text: secret } }, 'title'],
  ['an externalId that is too long', { externalId: secret.repeat(40) }, 'externalid'],
  ['an externalId that is an object', { externalId: { a: secret } }, 'externalid'],
  ['a displayName that turns the text', { displayName: `\u202E${secret}` }, 'displayname'],
  ['a displayName that is too long', { displayName: secret.repeat(40) }, 'displayname'],
  ['a name that is a text', { name: secret }, 'name'],
  ['a part of a name that is an object', { name: { givenName: { a: secret } } }, 'name.givenname'],
  ['parts of a name that are not kept', { name: { middleName: secret } }, 'name.middlename'],
  [
    'a department that is too long',
    { [enterprise]: { department: secret.repeat(20) } },
    `${enterprise}:department`.toLowerCase(),
  ],
  ['an unknown manager', { [enterprise]: { manager: { value: randomUUID() } } }, manager],
  ['a manager as text', { [enterprise]: { manager: secret } }, manager],
  ['a manager with a name alone', { manager: { displayName: secret } }, manager],
  ['a manager that is a list of lists', { manager: [[secret]] }, manager],
  ['an enterprise extension that is a text', { [enterprise]: secret }, enterprise.toLowerCase()],
  [
    'other attributes of the extension',
    { [enterprise]: { costCenter: secret } },
    `${enterprise}:costCenter`.toLowerCase(),
  ],
  ['a custom extension', { 'urn:example:2.0:User': { tag: secret } }, 'urn:example:2.0:user'],
  ...[
    'locale',
    'timezone',
    'preferredLanguage',
    'nickName',
    'profileUrl',
    'userType',
    'password',
    'phoneNumbers',
    'addresses',
    'photos',
    'ims',
    'roles',
    'entitlements',
    'x509Certificates',
  ].map((name): [string, object, string] => [name, { [name]: [{ value: secret }] }, name.toLowerCase()]),
]

describe('Attributes of a SCIM user that cannot be kept', () => {
  test.each(unkept)('keeps the rest of a request: %s', async (_, attributes, path) => {
    const { ask, create, patch } = await givenDirectory()
    const person = entraUser({ ...attributes, active: 'False' })
    const { body: other } = await create(entraUser())
    const warned = warnings()

    const made = await create(person)
    const replaced = await ask(replaceScimUser, {
      params: { id: made.body.id },
      body: { ...person, active: true },
    })
    const changed = await patch(other.id, {
      op: 'Replace',
      value: { ...attributes, active: 'False', 'name.familyName': 'Byron' },
    })

    expect([made.status, replaced.status, changed.status]).toEqual([201, 200, 200])
    expect(made.body).toMatchObject({ userName: person.userName, active: false, emails: person.emails })
    expect([replaced.body.active, changed.body.active]).toEqual([true, false])
    expect(changed.body).toMatchObject({ emails: other.emails, name: { familyName: 'Byron' } })
    expect(JSON.stringify([made.body, replaced.body, changed.body])).not.toContain(secret)
    expect(warned().map(({ resource, id, paths }) => [resource, id, paths])).toEqual(
      [made, replaced, changed].map(({ body }) => ['User', body.id, path]),
    )
    expect(JSON.stringify(warned())).not.toContain(secret)
  })

  test('logs nothing without a value, or if only the service sets the attribute', async () => {
    const { ask, create, patch } = await givenDirectory()
    const person = entraUser({
      groups: [{ value: randomUUID() }],
      phoneNumbers: [],
      addresses: null,
      nickName: '',
      [enterprise]: { manager: { value: '' }, department: null },
    })
    const warned = warnings()

    const { body } = await create(person)
    await ask(replaceScimUser, { params: { id: body.id }, body: raw(body) })
    await patch(body.id, { op: 'Remove', path: 'phoneNumbers[type eq "work"].value' })

    expect(warned()).toEqual([])
  })

  test('logs at most 20 paths of 100 characters', async () => {
    const { create } = await givenDirectory()
    const names = Array.from({ length: 30 }, (_, n) => `${'x'.repeat(200)}${n}`)
    const warned = warnings()

    await create(entraUser(Object.fromEntries(names.map((name) => [name, 1]))))

    expect(warned()).toMatchObject([{ count: 30, paths: Array(20).fill('x'.repeat(100)).join(', ') }])
  })

  test('names a person by the remaining attributes', async () => {
    const { create } = await givenDirectory()
    const long = 'x'.repeat(200)
    const names = [
      { displayName: '\u202E' },
      { displayName: null, name: { givenName: long, familyName: long } },
      { displayName: null, name: null, userName: `\u202E${randomUUID()}` },
    ]

    const [formatted, userName, address] = await Promise.all(
      names.map(async (one) => {
        const person = entraUser(one)
        return { person, body: (await create(person)).body }
      }),
    )

    expect(formatted?.body.displayName).toBe('Ada King')
    expect(userName?.body.displayName).toBe(userName?.person.userName)
    expect(address?.body.displayName).toBe(address?.person.emails[0]?.value)
  })

  test('keeps numbers as strings, and lists of one value', async () => {
    const { create } = await givenDirectory()
    const externalId = Math.floor(Math.random() * 1e15)

    const { body } = await create(
      entraUser({ externalId, title: [{ value: 'Analyst' }], [enterprise]: { department: 7 } }),
    )

    expect(body).toMatchObject({
      externalId: String(externalId),
      title: 'Analyst',
      [enterprise]: { department: '7' },
    })
  })

  test('keeps an address of an unusual type, but not one at home', async () => {
    const { create } = await givenDirectory()
    const emailsOf = (type: string) => ({ emails: [{ type, value: `${type}.${randomUUID()}@example.com` }] })
    const [odd, home] = [entraUser(emailsOf('company')), entraUser(emailsOf('home'))]
    const warned = warnings()

    const [first, second] = [await create(odd), await create(home)]

    expect(first.body.emails[0]!.value).toBe(odd.emails[0]?.value)
    expect(second.body.emails[0]!.value).toBe(home.userName.toLowerCase())
    expect(warned()).toMatchObject([{ id: second.body.id, paths: 'emails' }])
  })

  test('revokes the role if the directory names an unknown one', async () => {
    process.env['SCIM_ROLES'] = 'yes'
    const { admin, create, patch } = await givenDirectory()
    const { body: made } = await create(entraUser({ roles: [{ value: 'Support_Agent', primary: true }] }))
    const warned = warnings()

    const { status, body } = await patch(
      made.id,
      { op: 'replace', path: 'roles', value: [{ value: secret }] },
      { op: 'replace', path: 'active', value: false },
    )
    const { body: user } = await call(readUser, { as: admin, params: { id: made.id } })

    expect(made.roles).toEqual([{ value: 'support_agent', primary: true }])
    expect([status, body.active, user.role]).toEqual([200, false, 'user'])
    expect(warned()).toMatchObject([{ paths: 'roles' }])
  })
})

describe('Unsupported filter', () => {
  test.each(['userName sw "a"', 'title eq "x"', 'userName eq "a" or userName eq "b"', 'manager eq "x"'])(
    'returns an error with the supported filters: %s',
    async (filter) => {
      const { find } = await givenDirectory()

      const { status, body, detail } = await find(filter)

      expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
      expect(detail).toMatch(/"eq".+"and".+userName.+externalId.+emails\.value.+members/)
    },
  )
})
