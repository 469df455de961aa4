import { groups } from '../../src/platform/identity/group.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import { removeMember } from '../../src/groups/endpoints/remove-member.ts'
import { updateGroup } from '../../src/groups/endpoints/update-group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { groupMemberships } from '../../src/groups/group/group.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { exactly, givenGroup, givenPeople, idsOf, membersEverywhere } from './given.ts'

let admin: SignedIn

beforeAll(async () => {
  admin = await signedIn({ role: 'admin' })
})

const pathOf = (group: { id: string }, person: { id: string }) => ({ id: group.id, user_id: person.id })

const add = (group: { id: string }, person: { id: string }, as = admin) =>
  call(addMember, { as, params: pathOf(group, person) })

const remove = (group: { id: string }, person: { id: string }, as = admin) =>
  call(removeMember, { as, params: pathOf(group, person) })

describe('PUT and DELETE /groups/{id}/members/{user_id}', () => {
  test('adds and removes a person, even if there is nothing to do', async () => {
    const owner = await signedIn()
    const group = await givenGroup(admin, { owners: [owner] })
    const people = await givenPeople(2)
    const [one, two] = people as [{ id: string }, { id: string }]

    const added = [await add(group, one, owner), await add(group, one, owner), await add(group, two, owner)]
    const both = await membersEverywhere(group.id)
    const removed = [await remove(group, one, owner), await remove(group, one, owner)]

    expect([...added, ...removed].map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect(both).toEqual(exactly(people))
    expect(await membersEverywhere(group.id)).toEqual(exactly([two]))
  })

  test('accepts only owners and administrators, and existing people and groups', async () => {
    const [group, person] = [await givenGroup(admin), await signedIn()]
    const [gone] = await givenPeople(1, { is_active: false })
    const nobody = { id: randomUUID() }

    expect(
      await statusByCase({
        'by the person themself': add(group, person, person),
        'removed by others': remove(group, person, person),
        'to a group that is not there': add(nobody, person),
        'somebody who is not there': add(group, nobody),
        'somebody who is deactivated': add(group, gone as { id: string }),
      }),
    ).toEqual({
      'by the person themself': 403,
      'removed by others': 403,
      'to a group that is not there': 404,
      'somebody who is not there': 404,
      'somebody who is deactivated': 422,
    })
  })

  test('adds nobody to a full group, but removes members', async () => {
    const group = await givenGroup(admin)
    const [one, two] = (await givenPeople(2)) as [{ id: string }, { id: string }]
    await writeItem(groups.toTouch(group, { member_count: 99_999 }))

    const added = [await add(group, one), await add(group, two)]

    expect(added.map(({ headers, status }) => [status, headers['x-error-code']])).toEqual([
      [204, undefined],
      [409, 'groups.full'],
    ])
    expect((await remove(group, one)).status).toBe(204)
  })

  test('counts correctly when twenty requests add and remove people concurrently', async () => {
    const group = await givenGroup(admin)
    const [shared, ...own] = await givenPeople(11)
    const work = own.flatMap((person) => [
      async () => [await add(group, person), await remove(group, shared as { id: string })],
      async () => [await add(group, shared as { id: string }), await add(group, person)],
    ])

    const answers = (await Promise.all(work.map((one) => one()))).flat()
    await add(group, shared as { id: string })

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await membersEverywhere(group.id)).toEqual(exactly([shared as { id: string }, ...own]))
  })

  test('adds a person to all groups that request it concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => givenGroup(admin)))
    const [person] = (await givenPeople(1)) as [{ id: string }]

    await Promise.all(made.map((group) => add(group, person)))

    expect((await users.get(person)).group_ids.toSorted()).toEqual(idsOf(made).toSorted())
  })
})

describe('Group of more than 1,000 people', () => {
  test('rejects the replacement of its members', async () => {
    const [group, people] = [await givenGroup(admin), await givenPeople(1)]
    const rows = Array.from({ length: 1_001 }, () => {
      const user = { id: randomUUID(), name: 'Somebody' }
      return groupMemberships.itemOf(groupMemberships.make({ group_id: group.id, user_id: user.id, user }))
    })
    await writeBatch(rows, [])

    const body = { member_ids: idsOf(people) }
    const answer = await call(updateGroup, { as: admin, params: { id: group.id }, body })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([409, 'groups.too_many_to_replace'])
  })
})
