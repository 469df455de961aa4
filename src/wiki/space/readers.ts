import { users } from '../../platform/identity/user.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { spacePolicy } from './access.ts'
import type { spaces } from './space.ts'

/** Those of the people who may see the space, and its pages, now. */
export const readersAmong = async (space: ThingOf<typeof spaces>, ids: string[]): Promise<string[]> => {
  if (space.visibility === 'internal') return ids
  const people = await users.findMany(ids.map((id) => ({ id })))
  return people.flatMap((person) => (person && spacePolicy.allows(space, person, 'read') ? [person.id] : []))
}
