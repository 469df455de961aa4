import { groupMemberships } from '../../src/groups/group/group.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import { scanItems } from '../../infra/operation/scan.ts'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'

export const idsOf = (things: { id: string }[]): string[] => things.map(({ id }) => id)

/** Creates a group as an administrator. */
export const givenGroup = (
  as: SignedIn,
  {
    members = [],
    owners = [],
    ...fields
  }: { members?: { id: string }[]; owners?: { id: string }[]; [field: string]: unknown } = {},
) =>
  made(createGroup, {
    as,
    body: { name: `Group ${randomUUID()}`, member_ids: idsOf(members), owner_ids: idsOf(owners), ...fields },
  })

/** Creates people without sessions. */
export const givenPeople = async (count: number, fields: object = {}): Promise<{ id: string }[]> => {
  const people = Array.from({ length: count }, (_, index) =>
    users.make({
      email: `${randomUUID()}@example.com`,
      name: `Person ${String(index).padStart(4, '0')}`,
      role: 'user',
      ...fields,
    }),
  )
  await pMap(people, (person) => users.create(person), { concurrency: 100 })
  return people
}

/** Returns the members of a group by its rows, by the items of people, and their count. */
export const membersEverywhere = async (group_id: string) => {
  const rows = await readAll(groupMemberships.in('ofGroup', { group_id }))
  const named: string[] = []
  for await (const items of scanItems())
    for (const item of items.filter(({ sk }) => sk === 'user')) {
      const { id, group_ids } = users.read(item)
      if (group_ids.includes(group_id)) named.push(id)
    }
  return {
    rows: rows.map(({ user_id }) => user_id).toSorted(),
    named: named.toSorted(),
    count: (await groups.find({ id: group_id }))?.member_count,
  }
}

/** Returns the expected result if these people are the members. */
export const exactly = (people: { id: string }[]) => {
  const ids = idsOf(people).toSorted()
  return { rows: ids, named: ids, count: ids.length }
}
