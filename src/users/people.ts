import { invalid } from '../platform/problem.ts'

interface Known {
  id: string
  name: string
}

/** What lists somebody (`user_id`), with the person found for each; throws 422 naming `field` for one who is nobody. */
export const withPeople = <L extends { user_id: string }>(
  field: string,
  listed: L[],
  people: (Known | undefined)[],
): (L & { user: Known })[] =>
  listed.map((entry, index) => {
    const name = people[index]?.name
    if (name === undefined) throw invalid(`${field}[${index}].user_id`, 'is no user')
    return { ...entry, user: { id: entry.user_id, name } }
  })
