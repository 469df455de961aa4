import { invalid } from '../runtime/problem.ts'
import type { ThingOf } from '../table/entity.ts'
import { users } from './user.ts'

type User = ThingOf<typeof users>

/** Returns the people with these IDs, undefined for unknown ones, in one round trip. */
export const findMentioned = (mentions: string[]): Promise<(User | undefined)[]> =>
  users.findMany(mentions.map((id) => ({ id })))

/**
 * Returns the distinct IDs of the people mentioned. Throws 422 naming the first unknown ID; `people` are in the order
 * of `mentions`.
 */
export const requireMentioned = (mentions: string[], people: (User | undefined)[]): string[] => {
  const nobody = people.indexOf(undefined)
  if (nobody >= 0) throw invalid(`mentions[${nobody}]`, 'must be the ID of a user')
  return [...new Set(mentions)]
}
