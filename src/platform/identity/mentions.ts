import { invalid } from '../runtime/problem.ts'
import type { ThingOf } from '../table/entity.ts'
import { users } from './user.ts'

type User = ThingOf<typeof users>

/** The people mentioned, undefined for who is nobody; in one round trip. */
export const findMentioned = (mentions: string[]): Promise<(User | undefined)[]> =>
  users.findMany(mentions.map((id) => ({ id })))

/** The ids of those mentioned, each once. Throws 422 naming the first who is nobody; `people` are in the same order. */
export const requireMentioned = (mentions: string[], people: (User | undefined)[]): string[] => {
  const nobody = people.indexOf(undefined)
  if (nobody >= 0) throw invalid(`mentions[${nobody}]`, 'must be the id of a user')
  return [...new Set(mentions)]
}
