import { sortableName } from '../../language/fold.ts'
import { nameOrder, users, type StoredUser } from '../../platform/identity/user.ts'
import type * as z from '../../platform/schema/schema.ts'
import { userNameKey } from '../directory-key.ts'
import { parseConditions, meetsConditions } from '../filter.ts'
import { named, pageOfAll, readPageAt, type scimListQuery } from '../scim-list.ts'
import { invalidFilter } from '../protocol.ts'
import { toDirectory } from '../directory.ts'
import { findKnown, uuid } from './known-users.ts'
import { isInDirectory, toScimUser } from './scim-user.ts'

const maxKeyCharacters = 255

/**
 * Returns the people with a name. A person with this `userName` in the directory precedes one who has it as their
 * address.
 */
const findUsersNamed = async (name: string): Promise<StoredUser[]> => {
  const found = (await findKnown([userNameKey(name)], name)).filter(isInDirectory)
  const provisioned = found.find((user) => toDirectory(user)?.user_name.toLowerCase() === name)
  return provisioned ? [provisioned] : found
}

/** Lookups of a person by attribute, the rarest first; each takes at most two round trips. */
const lookups: Record<string, (value: string) => Promise<StoredUser[]>> = {
  id: async (id) => (uuid.test(id) ? holders(await users.find({ id: id.toLowerCase() })) : []),
  username: (name) => findUsersNamed(name.toLowerCase()),
  externalid: (value) => findKnown([{ kind: 'externalId', value }]),
  'emails.value': (email) => findKnown([], email.toLowerCase()),
}

const holders = (user: StoredUser | undefined) => (user ? [user] : [])

/** Attributes that a filter without a key may name, because the list contains them. */
const listed = ['displayname', 'active']

/** Returns the page of people that a query selects; throws 400 for other attributes without a key. */
export const findUsers = async (owner: { id: string }, query: z.output<typeof scimListQuery>) => {
  const conditions = query.filter === undefined ? [] : parseConditions(query.filter)
  const keyed = Object.keys(lookups).find((name) => conditions.some(({ attribute }) => attribute === name))
  if (keyed !== undefined) {
    const value = String(conditions.find(({ attribute }) => attribute === keyed)?.value)
    const found =
      value.length > maxKeyCharacters ? [] : await (lookups[keyed] as (typeof lookups)[string])(value)
    return pageOfAll(
      found.filter((user) => isInDirectory(user) && meetsConditions(toScimUser(user), conditions)),
      query,
    )
  }
  const unknown = conditions.find(({ attribute }) => !listed.includes(attribute))
  if (unknown)
    throw invalidFilter(`"${unknown.attribute.slice(0, 100)}" is not supported without another attribute`)
  const name = conditions.find(({ attribute }) => attribute === 'displayname')?.value
  const all = users.in('all', { erased_at: null })
  const { items, totalResults } = await readPageAt(
    {
      id: `users of ${owner.id}`,
      sources: name === undefined ? all : named(all, sortableName(String(name), '')),
      keep: (user) =>
        isInDirectory(user) &&
        meetsConditions({ displayName: user.name, active: user.is_active }, conditions),
      placeOf: nameOrder,
    },
    query,
  )
  const found = await users.findMany(items.map(({ id }) => ({ id })))
  return { items: found.filter((user) => user !== undefined), totalResults }
}
