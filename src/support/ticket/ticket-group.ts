import { groups } from '../../platform/identity/group.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { findCategory, loadPolicies, type StoredPolicies } from '../policies/policies.ts'
import type { StoredTicket } from './ticket.ts'

type Group = StoredTicket['group']

/** Returns a category in the spelling of the policies, and its group; null for a category without a group. */
export const categoryByPolicies = (policies: StoredPolicies, category: string | null) => {
  const known = category === null ? undefined : findCategory(policies, category)
  return { category: known?.name ?? category, group: known?.group ?? null }
}

/** Returns the category that an update requests in the spelling of the policies, and its group. */
export const findRequestedCategory = async (category: string | null | undefined) =>
  category ? categoryByPolicies(await loadPolicies(), category) : { category, group: null }

/** Returns a group; throws 422 for `field` if it does not exist. */
export const requireGroup = async (id: string, field = 'group_id') => {
  const group = await groups.find({ id })
  if (!group) throw invalid(field, 'must be the ID of a group')
  return { id, name: group.name }
}

/** Fields of an update that determine the group; without `group_id`, a new category does. */
interface GroupChange {
  group_id: string | null | undefined
  category: string | null | undefined
}

/** Returns the group that an update requests by its ID or by the category; throws 422 for an unknown group. */
export const findRequestedGroup = async (
  group_id: GroupChange['group_id'],
  requestedCategory: Promise<{ group: Group }>,
): Promise<Group> => {
  if (group_id === undefined) return (await requestedCategory).group
  return group_id === null ? null : requireGroup(group_id)
}

/** Returns the change of a ticket's group by an update; nothing if the update leaves the group as it is. */
export const changedGroup = async (
  current: StoredTicket,
  { group_id, category }: GroupChange,
  requested: Promise<Group>,
): Promise<Partial<Pick<StoredTicket, 'group_id' | 'group'>>> => {
  const isChanged =
    group_id === undefined
      ? category !== undefined && category !== current.category
      : group_id !== current.group_id
  if (!isChanged) return {}
  const group = await requested
  return group?.id === current.group?.id ? {} : { group_id: group?.id ?? null, group }
}
