import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { readGroup } from '../../src/groups/endpoints/read-group.ts'
import { removeMember } from '../../src/groups/endpoints/remove-member.ts'
import { updateGroup } from '../../src/groups/endpoints/update-group.ts'
import { groupMemberships } from '../../src/groups/group/group.ts'
import { changeMembers } from '../../src/groups/group/members.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { createScimGroup } from '../../src/scim/endpoints/create-scim-group.ts'
import { deleteScimGroup } from '../../src/scim/endpoints/delete-scim-group.ts'
import { deleteScimUser } from '../../src/scim/endpoints/delete-scim-user.ts'
import { listScimGroups } from '../../src/scim/endpoints/list-scim-groups.ts'
import { readScimGroup } from '../../src/scim/endpoints/read-scim-group.ts'
import { replaceScimGroup } from '../../src/scim/endpoints/replace-scim-group.ts'
import { updateScimGroup } from '../../src/scim/endpoints/update-scim-group.ts'
import { isInDirectory } from '../../src/scim/user/scim-user.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { givenGroup, givenPeople, idsOf } from '../groups/given.ts'
import { call } from '../support/call.ts'
import { givenPage, made } from '../support/given.ts'
import { linesFromNow } from '../support/log-lines.ts'
import { signedIn } from '../support/people.ts'
import { entraUser, givenDirectory } from './given.ts'

const valuesOf = (ids: string[]) => ids.map((value) => ({ $ref: null, value }))

const entraGroup = (more: object = {}) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:Group',
    'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
  ],
  externalId: randomUUID(),
  displayName: `Guides ${randomUUID()}`,
  meta: { resourceType: 'Group' },
  ...more,
})

const given = async () => {
  const directory = await givenDirectory()
  const { ask } = directory
  return {
    ...directory,
    add: async (more: object = {}) => (await ask(createScimGroup, { body: entraGroup(more) })).body,
    change: (id: string, ...Operations: object[]) =>
      ask(updateScimGroup, { params: { id }, body: { Operations } }),
    list: (filter: string, more: object = {}) => ask(listScimGroups, { query: { filter, ...more } }),
  }
}

const membersOf = async (group_id: string) =>
  (await readAll(groupMemberships.in('ofGroup', { group_id }))).map(({ user_id }) => user_id).toSorted()

describe('Entra ID', () => {
  test('creates a group, finds it without its members, and reads it', async () => {
    const { ask, list } = await given()
    const group = entraGroup()

    const made = await ask(createScimGroup, { body: group })
    const found = await list(`displayName eq "${group.displayName}"`, { excludedAttributes: 'members' })
    const byKey = await list(`externalId eq "${group.externalId}"`)
    const read = await ask(readScimGroup, {
      params: { id: made.body.id },
      query: { excludedAttributes: 'members' },
    })

    expect(made.status).toBe(201)
    expect(made.headers['location']).toBe(made.body.meta.location)
    expect(made.body).toMatchObject({ displayName: group.displayName, externalId: group.externalId })
    expect(found.body.Resources.map(({ id }: { id: string }) => id)).toEqual([made.body.id])
    expect(found.body.Resources[0]!.members).toBeUndefined()
    expect(byKey.body.totalResults).toBe(1)
    expect(read.body.displayName).toBe(group.displayName)
  })

  test('adds and removes hundreds of members; a repetition changes only the rest', async () => {
    const { add, ask, change } = await given()
    const ids = idsOf(await givenPeople(250)).toSorted()
    const group = await add()
    const join = (some: string[]) => change(group.id, { op: 'Add', path: 'members', value: valuesOf(some) })

    const first = await join(ids.slice(0, 150))
    const overlapping = await Promise.all([join(ids.slice(100, 250)), join(ids.slice(0, 200))])
    const joined = await membersOf(group.id)
    const { body } = await ask(readScimGroup, { params: { id: group.id } })
    const left = await change(
      group.id,
      { op: 'Remove', path: 'members', value: valuesOf(ids.slice(0, 100)) },
      { op: 'Remove', path: `members[value eq "${ids[100]}"]` },
      { op: 'Remove', path: `members[value eq "${ids[100]}"]` },
    )

    expect([first, ...overlapping, left].map(({ status, text }) => [status, text])).toEqual(
      Array(4).fill([204, '']),
    )
    expect(joined).toEqual(ids)
    expect(body.members.map(({ value }: { value: string }) => value).toSorted()).toEqual(ids)
    expect(await membersOf(group.id)).toEqual(ids.slice(101))
  })

  test('receives the requested attributes of a changed group, and 204 without a request', async () => {
    const { add, ask } = await given()
    const group = await add()
    const options = { params: { id: group.id }, body: { Operations: [] } }

    const [silent, told] = [
      await ask(updateScimGroup, options),
      await ask(updateScimGroup, { ...options, query: { attributes: 'displayName' } }),
    ]

    expect([silent.status, told.status]).toEqual([204, 200])
    expect(told.body).toEqual({ schemas: group.schemas, id: group.id, displayName: group.displayName })
  })

  test('renames a group, and removes it', async () => {
    const { add, ask, change } = await given()
    const group = await add()
    const name = `Rangers ${randomUUID()}`

    const renamed = await change(group.id, { op: 'Replace', path: 'displayName', value: name })
    const { body } = await ask(readScimGroup, { params: { id: group.id } })
    const removed = await ask(deleteScimGroup, { params: { id: group.id } })
    const gone = await ask(readScimGroup, { params: { id: group.id } })
    const again = await ask(createScimGroup, {
      body: { ...entraGroup(), displayName: name, externalId: group.externalId },
    })

    expect([renamed.status, removed.status, gone.status, again.status]).toEqual([204, 204, 404, 201])
    expect(body.displayName).toBe(name)
  })
})

describe('Okta', () => {
  test('creates a group with members, and replaces both', async () => {
    const { ask } = await given()
    const [one, two, three] = idsOf(await givenPeople(3)) as [string, string, string]
    const { body: made } = await ask(createScimGroup, {
      body: {
        displayName: `Okta ${randomUUID()}`,
        members: [{ value: one, display: 'One' }, { value: two }],
      },
    })

    const displayName = `Okta ${randomUUID()}`
    const replaced = await ask(replaceScimGroup, {
      params: { id: made.id },
      body: {
        displayName,
        members: [
          { value: two, type: null },
          { value: three, type: 'user' },
        ],
      },
    })
    const unsent = await ask(replaceScimGroup, { params: { id: made.id }, body: { displayName } })

    expect(made.externalId).toBeUndefined()
    expect(made.members).toHaveLength(2)
    expect(replaced.body.displayName).toBe(displayName)
    expect(unsent.body.members.map(({ value }: { value: string }) => value).toSorted()).toEqual(
      [two, three].toSorted(),
    )
  })

  test('renames a group by an object without a path, and sets the members', async () => {
    const { add, change } = await given()
    const [one, two] = idsOf(await givenPeople(2)) as [string, string]
    const group = await add({ members: valuesOf([one]) })

    const { status } = await change(
      group.id,
      { op: 'replace', value: { id: group.id, displayName: `Okta ${randomUUID()}` } },
      { op: 'replace', path: 'members', value: [{ value: two }] },
    )
    const set = await membersOf(group.id)
    await change(group.id, { op: 'remove', path: 'members' })

    expect(status).toBe(204)
    expect(set).toEqual([two])
    expect(await membersOf(group.id)).toEqual([])
  })
})

describe('Group of a directory', () => {
  test('grants access to its members from the next request on, until they leave', async () => {
    const { add, change } = await given()
    const [owner, member] = await Promise.all([signedIn(), signedIn()])
    const group = await add()
    const members = [{ group_id: group.id, permission: 'read' as const }]
    const space = await made(createSpace, {
      as: owner,
      body: { name: 'Tours', visibility: 'private', members },
    })
    const page = await givenPage(owner, space)
    const read = async () => (await call(readPage, { as: member, params: { id: page.id } })).status

    const before = await read()
    await change(group.id, { op: 'Add', path: 'members', value: valuesOf([member.id]) })
    const within = await read()
    await change(group.id, { op: 'Remove', path: `members[value eq "${member.id}"]` })

    expect([before, within, await read()]).toEqual([404, 200, 404])
  })

  test('returns 409 for changes by others', async () => {
    const { add, admin } = await given()
    const person = await signedIn()
    const { id } = await add()
    const member = { as: admin, params: { id, user_id: person.id } }

    const answers = await Promise.all([
      call(updateGroup, { as: admin, params: { id }, body: { name: 'Mine' } }),
      call(addMember, member),
      call(removeMember, member),
      call(deleteGroup, { as: admin, params: { id } }),
    ])

    expect(answers.map(({ headers }) => headers['x-error-code'])).toEqual(
      Array(4).fill('groups.from_directory'),
    )
  })

  test('applies operations in order if they name a person more than once', async () => {
    const { add, change } = await given()
    const [one, two] = idsOf(await givenPeople(2)) as [string, string]
    const [emptied, undone] = [await add({ members: valuesOf([one]) }), await add()]

    const answers = await Promise.all([
      change(
        emptied.id,
        { op: 'Remove', path: 'members' },
        { op: 'Add', path: 'members', value: valuesOf([one, two]) },
      ),
      change(
        undone.id,
        { op: 'Add', path: 'members', value: valuesOf([one, two]) },
        { op: 'Remove', path: `members[value eq "${one}"]` },
      ),
    ])

    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await membersOf(emptied.id)).toEqual([one, two].toSorted())
    expect(await membersOf(undone.id)).toEqual([two])
  })

  test('hides groups created here from a directory', async () => {
    const { admin, ask, list } = await given()
    const ours = await givenGroup(admin)

    const [read, changed, found, taken] = await Promise.all([
      ask(readScimGroup, { params: { id: ours.id } }),
      ask(updateScimGroup, { params: { id: ours.id }, body: { Operations: [] } }),
      list(`displayName eq "${ours.name}"`),
      ask(createScimGroup, { body: entraGroup({ displayName: ours.name }) }),
    ])

    expect([read.status, changed.status, found.body.totalResults]).toEqual([404, 404, 0])
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
  })

  test('loses a person whom the directory removes, who returns without its permissions', async () => {
    const { add, ask, create } = await given()
    const person = entraUser()
    const { body: provisioned } = await create(person)
    const [group, later] = [await add({ members: valuesOf([provisioned.id]) }), await add()]

    await ask(deleteScimUser, { params: { id: provisioned.id } })
    const left = await membersOf(group.id)
    // like a change of the group that read the person before
    await changeMembers(await groups.get(later), [await users.get(provisioned)], 'join')
    const again = await create(person)

    expect([left, await membersOf(later.id)]).toEqual([[], []])
    expect([again.status, again.body.active]).toEqual([201, true])
    expect((await users.get({ id: provisioned.id })).group_ids).toEqual([])
  })

  test('gains no person whom the directory removes concurrently', async () => {
    const { add, ask, create } = await given()
    const [{ body }, later] = [await create(entraUser()), await add()]
    const [group, asRead] = [await groups.get(later), await users.get(body)]

    await ask(deleteScimUser, { params: body })
    // like a change of the group that read the person before
    await changeMembers(group, [asRead], 'join', isInDirectory)

    expect((await users.get(body)).group_ids).toEqual([])
  })

  test.each([
    ['a group as a member', (id: string) => [{ value: id, type: 'Group' }]],
    ['a group by its id', (id: string) => [{ value: id }]],
    ['a member who is nobody', () => [{ value: randomUUID() }]],
    ['a member without an id', () => [{ display: 'Ada' }]],
    ['a member who is a text', () => 'Ada'],
  ])('leaves out %s, as the response shows, and logs it without a value', async (_, members) => {
    const { add, ask, change } = await given()
    const [person] = idsOf(await givenPeople(1)) as [string]
    const group = await add({ members: valuesOf([person]) })
    const displayName = `New ${randomUUID()}`
    const sent = members(group.id)
    const lines = linesFromNow()

    const changed = await change(
      group.id,
      { op: 'replace', value: { displayName } },
      { op: 'Add', path: 'members', value: sent },
    )
    const made = await ask(createScimGroup, {
      body: entraGroup({ members: [sent, valuesOf([person])].flat() }),
    })

    expect([changed.status, made.status]).toEqual([200, 201])
    expect(changed.body).toMatchObject({ displayName, members: [{ value: person }] })
    expect(made.body.members).toMatchObject([{ value: person }])
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { resource: 'Group', id: group.id, paths: 'members' },
      { resource: 'Group', id: made.body.id, paths: 'members' },
    ])
  })

  test('returns 413 for 1,001 members at once and changes nothing', async () => {
    const { add, ask, change } = await given()
    const group = await add()
    const members = valuesOf(Array.from({ length: 1_001 }, () => randomUUID()))
    const displayName = `New ${randomUUID()}`

    const changed = await change(
      group.id,
      { op: 'replace', value: { displayName } },
      { op: 'Add', path: 'members', value: members },
    )
    const made = await ask(createScimGroup, { body: entraGroup({ displayName, members }) })
    const { body } = await ask(readScimGroup, { params: { id: group.id } })

    expect([changed.status, made.status]).toEqual([413, 413])
    expect(body.displayName).toBe(group.displayName)
  })

  test('leaves out unknown attributes and an externalId that is not a string', async () => {
    const { ask } = await given()
    const lines = linesFromNow()

    const { status, body } = await ask(createScimGroup, {
      body: entraGroup({ externalId: { id: 'secret' }, description: 'secret', owners: [] }),
    })

    expect([status, body.externalId]).toEqual([201, undefined])
    expect(body).not.toHaveProperty('description')
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { paths: 'description, externalid' },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('appears in the list of groups, page by page', async () => {
    const { add, ask } = await given()
    const all = await Promise.all([add(), add(), add()])
    const ids: string[] = []
    for (let startIndex = 1, total = Infinity; startIndex <= total;) {
      const { body } = await ask(listScimGroups, { query: { startIndex, count: 2 } })
      ids.push(...body.Resources.map(({ id }: { id: string }) => id))
      total = body.totalResults
      startIndex += body.itemsPerPage
    }

    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(all.map(({ id }) => id)))
  })

  test('shows its origin to everyone', async () => {
    const { add } = await given()
    const person = await signedIn()
    const group = await add()

    const { body } = await call(readGroup, { as: person, params: { id: group.id } })

    expect(body).toMatchObject({ external_id: group.externalId, name: group.displayName })
  })

  test.each([
    ['id', 'nobody'],
    ['another operator', 'displayName co "a"'],
    ['an attribute that it does not have', 'description eq "x"'],
  ])('rejects a lookup by %s', async (what, filter) => {
    const { ask, list } = await given()

    const { status } =
      what === 'id' ? await ask(readScimGroup, { params: { id: 'x'.repeat(3_000) } }) : await list(filter)

    expect(status).toBe(what === 'id' ? 404 : 400)
  })
})
