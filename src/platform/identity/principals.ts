import * as z from '../schema/schema.ts'
import { getItems } from '../table/batch/batch-get.ts'
import { entity } from '../table/entity.ts'
import { users, type StoredUser } from './user.ts'

const copyNames = Array.from({ length: 16 }, (_, digit) => digit.toString(16))

/**
 * Groups that were deleted while the people of them still name them. Every decision about somebody who is in groups
 * reads it, so there are copies, one for each last digit of an id.
 */
export const endedGroups = entity({
  name: 'groups.ended',
  isInternal: true,
  schema: z.object({ copy: z.string(), ids: z.array(z.string()), version: z.int() }),
  key: ({ copy }: { copy: string }) => ({ pk: `ended-groups#${copy}`, sk: 'ended-groups' }),
})

/** All copies of the list. */
export const endedCopies = copyNames.map((copy) => ({ copy }))

/** The key of the copy that decisions about a person read. */
export const endedKeyFor = ({ id }: { id: string }) => endedGroups.keyOf({ copy: id.at(-1) ?? '0' })

/** The groups that somebody is in now, of those that their item names. */
export const presentGroups = (
  { group_ids }: Pick<StoredUser, 'group_ids'>,
  endedItem: Parameters<typeof endedGroups.read>[0] | undefined,
): string[] => {
  const ended = endedItem ? endedGroups.read(endedItem).ids : []
  return ended.length === 0 ? group_ids : group_ids.filter((id) => !ended.includes(id))
}

/**
 * The groups that somebody is in now; no round trip for who is in none. They are read again beside the list: a group
 * that was swept since they were read first is named by neither the person nor the list any more.
 */
export const loadGroups = async (user: Pick<StoredUser, 'id' | 'group_ids'>): Promise<string[]> => {
  if (user.group_ids.length === 0) return []
  const [present, ended] = await getItems([users.keyOf(user), endedKeyFor(user)])
  return present ? presentGroups(users.read(present), ended) : []
}

/** A person as the rules of things look at them. */
export type FoundPrincipal = StoredUser & { groups: string[] }

/** People by their ids with the groups that they are in now, undefined for who is nobody; two round trips at most. */
export const findPrincipals = async (ids: string[]): Promise<(FoundPrincipal | undefined)[]> => {
  const found = await users.findMany(ids.map((id) => ({ id })))
  return Promise.all(found.map(async (user) => user && { ...user, groups: await loadGroups(user) }))
}

/** One of them. */
export const findPrincipal = async (id: string): Promise<FoundPrincipal | undefined> =>
  (await findPrincipals([id]))[0]
