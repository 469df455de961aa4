import { groupMemberships } from '../../groups/group/group.ts'
import { groups } from '../../platform/identity/group.ts'
import { readList } from '../../platform/table/list/list.ts'

/** Maximum number of members to sort; for larger groups, all people are read by name instead. */
const maxMembers = 1_000

/** Returns the existing ones of some groups, and their members unless there are too many. One round trip. */
export const findGroupMembers = async (group_ids: string[]) => {
  const [found, ...pages] = await Promise.all([
    groups.findMany(group_ids.map((id) => ({ id }))),
    ...group_ids.map((group_id) =>
      readList(groupMemberships.in('ofGroup', { group_id }), { limit: maxMembers }),
    ),
  ])
  const user_ids = new Set(pages.flatMap(({ items }) => items.map(({ user_id }) => user_id)))
  const isAll = pages.every(({ next_cursor }) => next_cursor === null) && user_ids.size <= maxMembers
  return {
    group_ids: found.flatMap((group) => group?.id ?? []),
    user_ids: isAll ? [...user_ids] : undefined,
  }
}
