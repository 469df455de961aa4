import * as z from '../schema/schema.ts'
import { getItems } from '../table/batch/batch-get.ts'
import { entity } from '../table/entity.ts'
import { users, type StoredUser } from './user.ts'

const copyNames = Array.from({ length: 16 }, (_, digit) => digit.toString(16))

/**
 * Deleted groups that some people still name. Every permission check of a person with groups reads this list, so it has
 * one copy for each last digit of an ID.
 */
export const endedGroups = entity({
  name: 'groups.ended',
  isInternal: true,
  schema: z.object({ copy: z.string(), ids: z.array(z.string()), version: z.int() }),
  key: ({ copy }: { copy: string }) => ({ pk: `ended-groups#${copy}`, sk: 'ended-groups' }),
})

/** Keys of all copies of the list. */
export const endedCopies = copyNames.map((copy) => ({ copy }))

/** Returns the key of the copy that permission checks of a person read. */
export const endedKeyFor = ({ id }: { id: string }) => endedGroups.keyOf({ copy: id.at(-1) ?? '0' })

/** Returns the person's groups that still exist. */
export const presentGroups = (
  { group_ids }: Pick<StoredUser, 'group_ids'>,
  endedItem: Parameters<typeof endedGroups.read>[0] | undefined,
): string[] => {
  const ended = endedItem ? endedGroups.read(endedItem).ids : []
  return ended.length === 0 ? group_ids : group_ids.filter((id) => !ended.includes(id))
}

/**
 * Returns the current groups of a person; needs no round trip if they have none. Reads the person again together with
 * the list: after a group is swept, neither of them names it.
 */
export const loadGroups = async (user: Pick<StoredUser, 'id' | 'group_ids'>): Promise<string[]> => {
  if (user.group_ids.length === 0) return []
  const [present, ended] = await getItems([users.keyOf(user), endedKeyFor(user)])
  return present ? presentGroups(users.read(present), ended) : []
}

/** A person in the form that policies need. */
export type FoundPrincipal = StoredUser & { groups: string[] }

/** Returns people with their current groups, undefined for unknown IDs, in at most two round trips. */
export const findPrincipals = async (ids: string[]): Promise<(FoundPrincipal | undefined)[]> => {
  const found = await users.findMany(ids.map((id) => ({ id })))
  return Promise.all(found.map(async (user) => user && { ...user, groups: await loadGroups(user) }))
}

/** Returns a person with their current groups; undefined for an unknown ID. */
export const findPrincipal = async (id: string): Promise<FoundPrincipal | undefined> =>
  (await findPrincipals([id]))[0]

/** Maximum number of people whose groups a process caches. */
const maxPeople = 1_000

const seen = new Map<string, readonly string[]>()

/**
 * Returns the groups of a person at their last call in this process. Work for them begins with these groups while the
 * current ones are loaded, and restarts if they differ (request/authentication.ts).
 */
export const cachedGroups = (id: string): readonly string[] => seen.get(id) ?? []

export const cacheGroups = (id: string, groups: readonly string[]): void => {
  seen.delete(id)
  if (groups.length > 0) seen.set(id, groups)
  if (seen.size > maxPeople) seen.delete(seen.keys().next().value as string)
}
