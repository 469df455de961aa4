import type { Person } from './policy.ts'
import { users } from './user.ts'

/** Finds those of some people who may read a thing, and what is in it, now. */
export const readersBy =
  <T extends { visibility: string }>({ decide }: { decide: (thing: T, person: Person) => unknown }) =>
  async (thing: T, ids: string[]): Promise<string[]> => {
    if (thing.visibility === 'internal') return ids
    const people = await users.findMany(ids.map((id) => ({ id })))
    return people.flatMap((person) => (person && decide(thing, person) ? [person.id] : []))
  }
