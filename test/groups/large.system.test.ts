import { groups } from '../../src/platform/identity/group.ts'
import type { StoredGroup } from '../../src/groups/group/group.ts'
import { expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { changeMembers } from '../../src/groups/group/members.ts'
import { listUsers } from '../../src/users/endpoints/list-users.ts'
import { toBatches } from '../../src/platform/runtime/batches.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { exactly, givenGroup, givenPeople, idsOf, membersEverywhere } from './given.ts'

test('four thousand people join a group, are listed by name, and leave when it is deleted', async () => {
  const admin = await signedIn({ role: 'admin' })
  const people = await givenPeople(4_000)
  const group: StoredGroup = await givenGroup(admin, { members: people.slice(0, 1_000) })
  for (const batch of toBatches(people.slice(1_000, -1), 1_000)) {
    const found = (await users.findMany(batch)).filter((person) => person !== undefined)
    await changeMembers(await groups.get(group), found, 'join')
  }
  await call(addMember, { as: admin, params: { id: group.id, user_id: people.at(-1)?.id ?? '' } })

  const all = await membersEverywhere(group.id)
  const { items } = await made(listUsers, { as: admin, query: { group_id: group.id, limit: 100 } })
  const { status } = await call(deleteGroup, { as: admin, params: { id: group.id } })
  await settle()

  expect(all).toEqual(exactly(people))
  expect(idsOf(items)).toEqual(idsOf(people.slice(0, 100)))
  expect(status).toBe(204)
  expect(await membersEverywhere(group.id)).toEqual({ ...exactly([]), count: undefined })
})
