import { sortableName } from '../../language/fold.ts'
import { nameOrder, users, type StoredUser } from '../../platform/identity/user.ts'
import type * as z from '../../platform/schema/schema.ts'
import { userNameKey } from '../directory-key.ts'
import { conditionsOf, isEqual, type FilterCondition } from '../filter.ts'
import { named, pageOfAll, readPageAt, type scimListQuery } from '../scim-list.ts'
import { invalidFilter } from '../protocol.ts'
import { directoryOf } from './directory.ts'
import { findKnown, uuid } from './known-users.ts'
import { isInDirectory, userNameOf } from './scim-user.ts'

/** No key is longer; what is, is nobody's. */
const maxKeyCharacters = 255

/** Who is called so: whom a directory calls so, before one who has it as their address since. */
const findNamed = async (name: string): Promise<StoredUser[]> => {
  const found = (await findKnown([userNameKey(name)], name)).filter(isInDirectory)
  const provisioned = found.find((user) => directoryOf(user)?.user_name.toLowerCase() === name)
  return provisioned ? [provisioned] : found
}

/** By what somebody is looked up, the rarest first; each in at most two round trips. */
const lookups: Record<string, (value: string) => Promise<StoredUser[]>> = {
  id: async (id) => (uuid.test(id) ? holders(await users.find({ id: id.toLowerCase() })) : []),
  username: (name) => findNamed(name.toLowerCase()),
  externalid: (value) => findKnown([{ kind: 'externalId', value }]),
  'emails.value': (email) => findKnown([], email.toLowerCase()),
}

const holders = (user: StoredUser | undefined) => (user ? [user] : [])

type Summary = Pick<StoredUser, 'name' | 'is_active' | 'email'> &
  Partial<Pick<StoredUser, 'id' | 'directory'>>

const values: Record<string, (user: Summary) => unknown> = {
  id: ({ id }) => id,
  username: (user) => userNameOf({ directory: undefined, ...user }),
  externalid: (user) => directoryOf({ directory: undefined, ...user })?.external_id,
  'emails.value': ({ email }) => email,
  'emails.type': () => 'work',
  displayname: ({ name }) => name,
  active: ({ is_active }) => is_active,
}

const passes = (conditions: FilterCondition[]) => (user: Summary) =>
  conditions.every(({ attribute, value }) => {
    const own = values[attribute]?.(user)
    return own !== undefined && isEqual(own, value, attribute === 'externalid')
  })

/** The page of people that a query asks for; throws 400 for a filter without a key. */
export const findUsers = async (owner: { id: string }, query: z.output<typeof scimListQuery>) => {
  const conditions = query.filter === undefined ? [] : conditionsOf(query.filter)
  const unknown = conditions.find(
    ({ attribute }) => !(attribute in values) || !Object.hasOwn(values, attribute),
  )
  if (unknown) throw invalidFilter(`"${unknown.attribute.slice(0, 100)}" cannot be searched`)
  const isWanted = passes(conditions)
  const keyed = Object.keys(lookups).find((name) => conditions.some(({ attribute }) => attribute === name))
  if (keyed !== undefined) {
    const value = String(conditions.find(({ attribute }) => attribute === keyed)?.value)
    const found =
      value.length > maxKeyCharacters ? [] : await (lookups[keyed] as (typeof lookups)[string])(value)
    return pageOfAll(
      found.filter((user) => isInDirectory(user) && isWanted(user)),
      query,
    )
  }
  const name = conditions.find(({ attribute }) => attribute === 'displayname')?.value
  const all = users.in('all', { erased_at: null })
  const { items, totalResults } = await readPageAt(
    {
      id: `users of ${owner.id}`,
      sources: name === undefined ? all : named(all, sortableName(String(name), '')),
      keep: (user) => isInDirectory(user) && isWanted(user),
      placeOf: nameOrder,
    },
    query,
  )
  const found = await users.findMany(items.map(({ id }) => ({ id })))
  return { items: found.filter((user) => user !== undefined), totalResults }
}
