import {
  endedCopies,
  endedGroups,
  findPrincipal,
  loadGroups,
} from '../../src/platform/identity/principals.ts'
import { groupMemberships, type StoredGroup } from '../../src/groups/group/group.ts'
import { groupErasure } from '../../src/groups/group/erasure.ts'
import type { ErasureHandler } from '../../src/platform/identity/erasure.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { readGroup } from '../../src/groups/endpoints/read-group.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { exactly, givenGroup, givenPeople, membersEverywhere } from './given.ts'

let admin: SignedIn

beforeAll(async () => {
  admin = await signedIn({ role: 'admin' })
})

const remove = (group: StoredGroup) => call(deleteGroup, { as: admin, params: { id: group.id } })

/** Returns the number of copies of the list of deleted groups that name a group. */
const copiesNaming = async ({ id }: { id: string }) =>
  (await endedGroups.findMany(endedCopies)).filter((copy) => copy?.ids.includes(id)).length

const groupsOf = async ({ id }: { id: string }) => (await findPrincipal(id))?.groups

describe('DELETE /groups/{id}', () => {
  test('ends the group for everyone at once, and frees its name', async () => {
    const people = await givenPeople(2)
    const group = await givenGroup(admin, { members: people })
    const before = await groupsOf(people[0] as { id: string })

    const { status } = await remove(group)

    expect([status, before]).toEqual([204, [group.id]])
    expect(await groupsOf(people[0] as { id: string })).toEqual([])
    expect(await copiesNaming(group)).toBe(16)
    const { items } = await made(listUsers, { as: admin, query: { group_id: group.id } })
    expect(items).toEqual([])
    expect((await call(readGroup, { as: admin, params: { id: group.id } })).status).toBe(404)
    expect((await call(createGroup, { as: admin, body: { name: group.name } })).status).toBe(201)
  })

  test('removes all members afterwards, even more than fit into a transaction', async () => {
    const group = await givenGroup(admin, { members: await givenPeople(60) })

    await remove(group)
    await settle()

    expect(await membersEverywhere(group.id)).toEqual({ ...exactly([]), count: undefined })
    expect(await copiesNaming(group)).toBe(0)
  })

  test('ends the group also for a person read before all members were removed', async () => {
    const people = await givenPeople(1)
    const group = await givenGroup(admin, { members: people })
    const before = await findPrincipal((people[0] as { id: string }).id)
    await remove(group)
    await settle()

    const groups = await loadGroups(before as NonNullable<typeof before>)

    expect(before?.group_ids).toEqual([group.id])
    expect(groups).toEqual([])
  })

  test('leaves no member who is added concurrently', async () => {
    const group = await givenGroup(admin)
    const people = await givenPeople(6)
    const add = ({ id }: { id: string }) =>
      call(addMember, { as: admin, params: { id: group.id, user_id: id } })

    const answers = await Promise.all([...people.map(add), remove(group)])
    await settle()

    expect(answers.every(({ status }) => [204, 404].includes(status))).toBe(true)
    expect(await membersEverywhere(group.id)).toEqual({ ...exactly([]), count: undefined })
  })

  test('ends two groups that are deleted concurrently', async () => {
    const both = [await givenGroup(admin), await givenGroup(admin)]

    await Promise.all(both.map(remove))

    expect(await Promise.all(both.map(copiesNaming))).toEqual([16, 16])
  })
})

test('an erased person is neither member nor owner of a group', async () => {
  const [person, other] = [await signedIn(), await signedIn()]
  const group = await givenGroup(admin, { members: [person, other], owners: [person, other] })

  await call(deleteUser, { as: admin, params: { id: person.id }, query: { erase: 'true' } })
  await settle()

  const { owner_ids } = await made(readGroup, { as: admin, params: { id: group.id } })
  expect(owner_ids).toEqual([other.id])
  expect(await membersEverywhere(group.id)).toEqual(exactly([other]))
})

test('a person can be erased while their group is being deleted', async () => {
  const [person] = (await givenPeople(1)) as [{ id: string }]
  const group = await givenGroup(admin, { members: [person] })
  const membership = groupMemberships.make({
    group_id: group.id,
    user_id: person.id,
    user: { ...person, name: '' },
  })
  const [{ handle }] = groupErasure.handlers as [ErasureHandler]
  await remove(group)

  const outcome = await handle(groupMemberships.toPut(membership).put, {
    person: { ...person, name: '' },
    successor: admin,
    isShownToOthers: () => Promise.resolve(false),
  })

  expect(outcome).toBe('removed')
  expect(await membersEverywhere(group.id)).toEqual({ ...exactly([]), count: undefined })
})
