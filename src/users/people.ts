import { invalid } from '../platform/runtime/problem.ts'
import { users } from '../platform/identity/user.ts'

interface Listed {
  user_id: string
}

/** Names take room in the item of what lists people, which DynamoDB limits to 400 KB. */
const maxListBytes = 300_000

/** The people of a list, undefined for who is nobody; in one round trip. */
export const findPeople = (listed: Listed[] = []) =>
  users.findMany(listed.map(({ user_id }) => ({ id: user_id })))

/** What lists somebody, with the person found for each; throws 422 naming `field` for one who is nobody. */
export const withPeople = <L extends Listed>(
  field: string,
  listed: L[],
  people: Awaited<ReturnType<typeof findPeople>>,
): (L & { user: { id: string; name: string } })[] => {
  const named = listed.map((entry, index) => {
    const name = people[index]?.name
    if (name === undefined) throw invalid(`${field}[${index}].user_id`, 'must be the id of a user')
    return { ...entry, user: { id: entry.user_id, name } }
  })
  if (Buffer.byteLength(JSON.stringify(named)) > maxListBytes) throw invalid(field, 'is too long')
  return named
}
