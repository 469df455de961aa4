import { sortableName } from '../../language/fold.ts'
import type { StoredGroup } from '../../groups/group/group.ts'
import { groups } from '../../platform/identity/group.ts'
import { nameOrder } from '../../platform/identity/user.ts'
import type * as z from '../../platform/schema/schema.ts'
import { directoryKeys } from '../directory-key.ts'
import { conditionsOf, isEqual, type FilterCondition } from '../filter.ts'
import { isAnswered } from '../projection.ts'
import { invalidFilter } from '../protocol.ts'
import { named, pageOfAll, readPageAt, type scimListQuery } from '../scim-list.ts'
import { uuid } from '../user/known-users.ts'
import { externalIdOf, findMembership, isOfDirectory, maxMembers } from './scim-group.ts'

type Summary = Pick<StoredGroup, 'id' | 'name' | 'external_id'>
type Query = z.output<typeof scimListQuery>

const values: Record<string, (group: Summary) => unknown> = {
  id: ({ id }) => id,
  externalid: externalIdOf,
  displayname: ({ name }) => name,
}

const passes = (conditions: FilterCondition[]) => (group: Summary) =>
  isOfDirectory(group) &&
  conditions.every(({ attribute, value }) =>
    isEqual(values[attribute]?.(group), value, attribute === 'externalid'),
  )

/** The id of the group that a filter names by `id` or `externalId`; undefined where it names none so. */
const idIn = async (conditions: FilterCondition[]): Promise<string | null | undefined> => {
  const valueOf = (name: string) => conditions.find(({ attribute }) => attribute === name)?.value
  const [id, externalId] = [valueOf('id'), valueOf('externalid')]
  if (id !== undefined) return uuid.test(String(id)) ? String(id).toLowerCase() : null
  if (externalId === undefined) return undefined
  return (await directoryKeys.find({ kind: 'group externalId', value: String(externalId) }))?.id ?? null
}

/** The page of groups that a query asks for; throws 400. */
export const findGroups = async (owner: { id: string }, query: Query) => {
  const conditions = query.filter === undefined ? [] : conditionsOf(query.filter)
  const unknown = conditions.find(({ attribute }) => !Object.hasOwn(values, attribute))
  if (unknown) throw invalidFilter(`"${unknown.attribute.slice(0, 100)}" cannot be searched`)
  const keep = passes(conditions)
  const id = await idIn(conditions)
  if (id !== undefined) {
    const group = id === null ? undefined : await groups.find({ id })
    return pageOfAll(group && keep(group) ? [group] : [], query)
  }
  const name = conditions.find(({ attribute }) => attribute === 'displayname')?.value
  const all = groups.in('all', {})
  const sources = name === undefined ? all : named(all, sortableName(String(name), ''))
  return readPageAt({ id: `groups of ${owner.id}`, sources, keep, placeOf: nameOrder }, query)
}

/** Who is in each of some groups, where that is asked for: of as many groups as have 1 000 together. */
export const findMembersOf = async (found: Pick<StoredGroup, 'id' | 'member_count'>[], query: Query) => {
  if (!isAnswered(query, 'members', 'value')) return []
  let total = 0
  return Promise.all(
    found.map(async ({ id, member_count }) => {
      if (total + member_count > maxMembers) return undefined
      total += member_count
      return member_count === 0 ? [] : findMembership(id)
    }),
  )
}
