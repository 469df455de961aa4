import { randomUUID } from 'node:crypto'
import { groups } from '../../src/platform/identity/group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import type { SignedIn } from './people.ts'

/** Sets the groups of a person. */
export const setGroups = (person: SignedIn, ...of: { id: string }[]): Promise<void> =>
  writeItem(users.toTouch(person, { group_ids: of.map(({ id }) => id) }))

/** Creates a group of these people, and removes them from all other groups. */
export const givenGroup = async (...people: SignedIn[]) => {
  const group = await groups.create(groups.make({ name: `Group ${randomUUID()}` }))
  await Promise.all(people.map((person) => setGroups(person, group)))
  return group
}
