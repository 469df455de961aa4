import { sortableName } from '../../language/fold.ts'
import type { StoredGroup } from '../../groups/group/group.ts'
import { isGroupMember } from '../../groups/group/members.ts'
import { groups } from '../../platform/identity/group.ts'
import { nameOrder, users, type StoredUser } from '../../platform/identity/user.ts'
import type * as z from '../../platform/schema/schema.ts'
import { directoryKeys } from '../directory-key.ts'
import { parseConditions, meetsConditions, type FilterCondition } from '../filter.ts'
import { isReturned } from '../projection.ts'
import { invalidFilter } from '../protocol.ts'
import { named, pageOfAll, readPageAt, type scimListQuery } from '../scim-list.ts'
import { uuid } from '../user/known-users.ts'
import { findMembership, isOfDirectory, maxMembers, toScimGroup } from './scim-group.ts'

type Query = z.output<typeof scimListQuery>

/** Attributes that a filter may name, besides members. */
const listed = ['id', 'externalid', 'displayname']

/** Returns the people that a filter names as members; undefined for an unknown one. */
const findFilteredMembers = (conditions: FilterCondition[]): Promise<(StoredUser | undefined)[]> => {
  const ids = new Set(conditions.map(({ value }) => String(value).toLowerCase()))
  return Promise.all([...ids].map(async (id) => (uuid.test(id) ? users.find({ id }) : undefined)))
}

/** Returns the IDs of the groups with the key in a filter: `id`, `externalId` or a member; undefined without one. */
const findIds = async (
  conditions: FilterCondition[],
  members: (StoredUser | undefined)[],
): Promise<string[] | undefined> => {
  const wantedValue = (name: string) => conditions.find(({ attribute }) => attribute === name)?.value
  const [id, externalId] = [wantedValue('id'), wantedValue('externalid')]
  if (id !== undefined) return uuid.test(String(id)) ? [String(id).toLowerCase()] : []
  if (externalId !== undefined) {
    const key = await directoryKeys.find({ kind: 'group externalId', value: String(externalId) })
    return key ? [key.id] : []
  }
  return members.length === 0 ? undefined : (members[0]?.group_ids ?? [])
}

/** Returns the page of groups that a query selects; throws 400 if its filter is invalid. */
export const findGroups = async (owner: { id: string }, query: Query) => {
  const all = query.filter === undefined ? [] : parseConditions(query.filter)
  const unknown = all.find(({ attribute }) => ![...listed, 'members', 'members.value'].includes(attribute))
  if (unknown) throw invalidFilter(`"${unknown.attribute.slice(0, 100)}" is not supported`)
  const conditions = all.filter(({ attribute }) => listed.includes(attribute))
  const members = await findFilteredMembers(all.filter((one) => !conditions.includes(one)))
  const keep = (group: Omit<StoredGroup, 'description'>) =>
    isOfDirectory(group) &&
    meetsConditions(toScimGroup(group), conditions) &&
    members.every((person) => person !== undefined && isGroupMember(group, person))
  const ids = await findIds(conditions, members)
  if (ids !== undefined) {
    const found = await groups.findMany(ids.map((id) => ({ id })))
    return pageOfAll(found.filter((group) => group !== undefined).filter(keep), query)
  }
  const name = conditions.find(({ attribute }) => attribute === 'displayname')?.value
  const list = groups.in('all', {})
  const sources = name === undefined ? list : named(list, sortableName(String(name), ''))
  return readPageAt({ id: `groups of ${owner.id}`, sources, keep, placeOf: nameOrder }, query)
}

/** Returns the members of each group if the query includes them; of groups with at most 1,000 members together. */
export const findGroupsMembers = async (found: Pick<StoredGroup, 'id' | 'member_count'>[], query: Query) => {
  if (!isReturned(query, 'members', 'value')) return []
  let total = 0
  return Promise.all(
    found.map(async ({ id, member_count }) => {
      if (total + member_count > maxMembers) return undefined
      total += member_count
      return member_count === 0 ? [] : findMembership(id)
    }),
  )
}
