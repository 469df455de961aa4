import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { listGroups } from '../../src/groups/endpoints/list-groups.ts'
import { listMembers } from '../../src/groups/endpoints/list-members.ts'
import { readGroup } from '../../src/groups/endpoints/read-group.ts'
import { updateGroup } from '../../src/groups/endpoints/update-group.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { users } from '../../src/platform/identity/user.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'
import { exactly, givenGroup, givenPeople, idsOf, membersEverywhere } from './given.ts'

let admin: SignedIn
let person: SignedIn

beforeAll(async () => {
  ;[admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn({ name: 'Bob Brown' })])
})

const change = (group: { id: string }, body: object, as = admin, headers = {}) =>
  call(updateGroup, { as, params: { id: group.id }, body, headers })

describe('POST /groups', () => {
  test('creates a group with its owners and members', async () => {
    const members = await givenPeople(3)
    const body = { name: ` Research ${randomUUID()} `, description: 'Who looks.', owner_ids: [person.id] }

    const answer = await call(createGroup, { as: admin, body: { ...body, member_ids: idsOf(members) } })
    const read = await made(readGroup, { as: person, params: { id: answer.body.id } })

    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      name: body.name.trim(),
      description: 'Who looks.',
      external_id: null,
      owner_ids: [person.id],
      owners: [{ id: person.id, name: 'Bob Brown' }],
      member_count: 3,
      version: 1,
    })
    expect(read).toEqual(answer.body)
    expect(await membersEverywhere(read.id)).toEqual(exactly(members))
  })

  test('returns 403 to other roles than administrators', async () => {
    const { status } = await call(createGroup, { as: person, body: { name: 'Mine' } })

    expect(status).toBe(403)
  })

  test('rejects a name of another group, regardless of case, accents and spaces', async () => {
    const id = randomUUID()
    await givenGroup(admin, { name: `Bücher  straße ${id}` })

    const answer = await call(createGroup, { as: admin, body: { name: `BUCHER STRASSE ${id}` } })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'groups.name_taken'])
  })

  test('rejects unknown, deactivated and duplicate people, naming the field', async () => {
    const [[gone], [present]] = await Promise.all([givenPeople(1, { is_active: false }), givenPeople(1)])
    const details = async (fields: object) =>
      (await call(createGroup, { as: admin, body: { name: randomUUID(), ...fields } })).detail

    expect([
      await details({ member_ids: [present?.id, randomUUID()] }),
      await details({ member_ids: [gone?.id] }),
      await details({ owner_ids: [gone?.id] }),
      await details({ member_ids: [present?.id, present?.id] }),
    ]).toEqual([
      '"member_ids[1]" must be the ID of a user.',
      '"member_ids[0]" must be the ID of an active user.',
      '"owner_ids[0]" must be the ID of an active user.',
      '"member_ids" must not name a person twice.',
    ])
  })

  test('rejects groups as owners and members', async () => {
    const [group, other] = [await givenGroup(admin), await givenGroup(admin)]
    const details = async (fields: object) => (await change(group, fields)).detail

    expect([
      await details({ owner_ids: [group.id] }),
      await details({ member_ids: [group.id] }),
      await details({ owner_ids: [other.id] }),
    ]).toEqual([
      '"owner_ids[0]" must be the ID of a user.',
      '"member_ids[0]" must be the ID of a user.',
      '"owner_ids[0]" must be the ID of a user.',
    ])
    const added = await call(addMember, { as: admin, params: { id: group.id, user_id: other.id } })
    expect(added.status).toBe(404)
  })

  test('rejects a person who is in 200 groups already, and creates no group', async () => {
    const group_ids = Array.from({ length: 200 }, () => randomUUID())
    const [crowded] = await givenPeople(1, { name: 'Grace Hopper', group_ids })
    const body = { name: `Group ${randomUUID()}`, member_ids: [crowded!.id] }

    const refused = await call(createGroup, { as: admin, body })
    const without = await call(createGroup, { as: admin, body: { name: body.name } })

    expect(refused.detail).toBe('Grace Hopper is already a member of 200 groups, the maximum.')
    expect([refused.status, without.status]).toEqual([409, 201])
  })
})

describe('GET /groups', () => {
  test('lists groups by name without their descriptions', async () => {
    const word = randomUUID()
    const [b, a] = [
      await givenGroup(admin, { name: `!b ${word}`, description: 'Long.' }),
      await givenGroup(admin, { name: `!A ${word}` }),
    ]

    const { items } = await made(listGroups, { as: person, query: { limit: 100 } })

    const own = items.filter(({ name }: { name: string }) => name.endsWith(word))
    expect(idsOf(own)).toEqual([a.id, b.id])
    expect(own[1]).not.toHaveProperty('description')
  })

  test('lists the groups of a person by member_id, for that person and administrators', async () => {
    const member = await signedIn()
    const word = `x${randomUUID().replaceAll('-', '')}`
    const [b, a] = [
      await givenGroup(admin, { name: `b ${word}`, members: [member] }),
      await givenGroup(admin, { name: `A ${word}`, members: [member, person] }),
    ]
    await givenGroup(admin, { name: `c ${word}`, members: [person] })
    await settle({ index: true })
    const list = (as: SignedIn, query: object) => call(listGroups, { as, query: { ...query } })

    const own = await list(member, { member_id: 'me' })
    const [first] = [await list(member, { member_id: member.id, limit: 1 })]
    const second = await list(member, { member_id: member.id, limit: 1, cursor: first.body.next_cursor })
    const found = await list(admin, { member_id: member.id, q: word })
    const nobody = await list(admin, { member_id: randomUUID() })
    const others = await list(member, { member_id: `${member.id},${person.id}` })
    const wrong = await list(admin, { member_id: 'nobody' })

    expect(idsOf(own.body.items)).toEqual([a.id, b.id])
    expect(idsOf([...first.body.items, ...second.body.items])).toEqual([a.id, b.id])
    expect(second.body.next_cursor).toBeNull()
    expect(new Set(idsOf(found.body.items))).toEqual(new Set([a.id, b.id]))
    expect(nobody.body.items).toEqual([])
    expect([others.status, wrong.status]).toEqual([403, 422])
    expect(wrong.detail).toBe('"member_id" must be a UUID or me.')
  })

  test('finds groups by their words, like /search, until they are deleted', async () => {
    const word = `x${randomUUID().replaceAll('-', '')}`
    const group = await givenGroup(admin, { description: `All about ${word}` })
    const find = async () => {
      await settle({ index: true })
      const query = { q: word }
      const [listed, everywhere] = await Promise.all([
        made(listGroups, { as: person, query }),
        made(searchEverything, { as: person, query }),
      ])
      return [idsOf(listed.items), idsOf(everywhere.items)]
    }

    const before = await find()
    await call(deleteGroup, { as: admin, params: { id: group.id } })

    expect(before).toEqual([[group.id], [group.id]])
    expect(await find()).toEqual([[], []])
  })
})

describe('PUT /groups/{id}', () => {
  test('replaces the members without changing the version', async () => {
    const [a, b, c] = (await givenPeople(3)) as [{ id: string }, { id: string }, { id: string }]
    const group = await givenGroup(admin, { members: [a, b] })

    const { status, body } = await change(group, { ...group, member_ids: [c.id, b.id] })

    expect([status, body.member_count, body.version]).toEqual([200, 2, 1])
    expect(await membersEverywhere(group.id)).toEqual(exactly([b, c]))
  })

  test('allows owners to change only the members', async () => {
    const group = await givenGroup(admin, { owners: [person] })
    const members = await givenPeople(1)
    const body = { ...group, member_ids: idsOf(members) }

    expect(
      await statusByCase({
        'the members': change(group, body, person),
        'the name': change(group, { name: 'Mine' }, person),
        'the owners': change(group, { owner_ids: [] }, person),
        'by somebody else': change(group, body, await signedIn()),
        'deleted by an owner': call(deleteGroup, { as: person, params: { id: group.id } }),
      }),
    ).toEqual({
      'the members': 200,
      'the name': 403,
      'the owners': 403,
      'by somebody else': 403,
      'deleted by an owner': 403,
    })
  })

  test('renames a group, frees the former name, and honors If-Match', async () => {
    const group = await givenGroup(admin)
    const name = `New ${randomUUID()}`

    const stale = await change(group, { name, member_ids: [person.id] }, admin, { 'If-Match': '"9"' })
    const renamed = await change(group, { name }, admin, { 'If-Match': '"1"' })
    const again = await call(createGroup, { as: admin, body: { name: group.name } })

    expect([stale.status, renamed.status, renamed.body.version, again.status]).toEqual([412, 200, 2, 201])
    expect(renamed.body).toMatchObject({ name, member_count: 0 })
  })

  test('keeps a deactivated member, but adds none', async () => {
    const members = await givenPeople(1)
    const [gone] = await givenPeople(1, { is_active: false })
    const group = await givenGroup(admin, { members })
    await users.update(await users.get(members[0] as { id: string }), { is_active: false })

    const kept = await change(group, { member_ids: idsOf(members) })
    const refused = await change(group, { member_ids: [gone?.id] })

    expect([kept.status, refused.status]).toEqual([200, 422])
    expect(await membersEverywhere(group.id)).toEqual(exactly(members))
  })
})

describe('GET /groups/{id}/members', () => {
  test('lists members page by page', async () => {
    const members = await givenPeople(3)
    const group = await givenGroup(admin, { members })
    const page = (cursor?: string) =>
      made(listMembers, { as: person, params: { id: group.id }, query: { limit: 2, cursor } })

    const first = await page()
    const second = await page(first.next_cursor!)

    const listed = [...first.items, ...second.items]
    expect((listed.map(({ user_id }) => user_id) as string[]).toSorted()).toEqual(idsOf(members).toSorted())
    expect(listed[0]).toMatchObject({ user_id: listed[0]!.user.id, user: { name: expect.any(String) } })
    expect([first.items.length, second.next_cursor]).toEqual([2, null])
  })

  test('returns 404 for an unknown group', async () => {
    const { status } = await call(listMembers, { as: person, params: { id: randomUUID() } })

    expect(status).toBe(404)
  })
})

describe('GET /users?group_id=', () => {
  test('lists only the members of these groups, by name', async () => {
    const [a, b, c, d] = await givenPeople(4)
    const [one, two] = [
      await givenGroup(admin, { members: [c, a] as { id: string }[] }),
      await givenGroup(admin, { members: [d, a] as { id: string }[] }),
    ]
    const list = async (query: Record<string, string | number | undefined>) =>
      made(listUsers, { as: person, query })

    const both = `${one.id},${two.id}`
    const first = await list({ group_id: both, limit: 2 })
    const second = await list({ group_id: both, limit: 2, cursor: first.next_cursor! })

    expect([idsOf(first.items), idsOf(second.items)]).toEqual([[a?.id, c?.id], [d?.id]])
    expect(idsOf((await list({ group_id: one.id, ids: `${a?.id},${b?.id}` })).items)).toEqual([a?.id])
    expect((await list({ group_id: randomUUID() })).items).toEqual([])
  })
})
