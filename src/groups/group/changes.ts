import { endedCopies, endedGroups } from '../../platform/identity/principals.ts'
import { type GroupInput, type StoredGroup, groupMemberships, maxListedMembers } from './group.ts'
import { groups } from '../../platform/identity/group.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { inRequest, requestContext } from '../../platform/runtime/request-context.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readList } from '../../platform/table/list/list.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { requireGroupChange } from './access.ts'
import { toChangeEnded } from './ended.ts'
import { changeMembers, isGroupMember, requireRoom } from './members.ts'
import { groupNames, toHoldGroupName, toRename } from './name.ts'

type Input = z.output<typeof GroupInput>

export const tooManyToReplace = problem(
  'groups.too_many_to_replace',
  409,
  `The group has more than ${maxListedMembers} members; change them one by one at /groups/{id}/members/{user_id}.`,
)

type Found = (StoredUser | undefined)[]

const findGroupPeople = (ids: string[] = []): Promise<Found> => users.findMany(ids.map((id) => ({ id })))

/**
 * Returns the people of a list; throws 422 for an unknown ID, and for a deactivated person unless `isKnown` returns
 * true.
 */
const requirePeople = (field: string, found: Found, isKnown: (person: StoredUser) => boolean): StoredUser[] =>
  found.map((person, index) => {
    const at = `${field}[${index}]`
    if (!person) throw invalid(at, 'must be the ID of a user')
    if (!person.is_active && !isKnown(person)) throw invalid(at, 'must be the ID of an active user')
    return person
  })

const requireOwners = (found: Found, known: StoredGroup['owners'] = []): StoredGroup['owners'] =>
  requirePeople('owner_ids', found, ({ id }) => known.some((owner) => owner.id === id)).map(
    ({ id, name }) => ({
      id,
      name,
    }),
  )

/**
 * Runs work without the replay of the `Idempotency-Key`: a retry changes the members again as a whole, and may find
 * other people left to add.
 */
export const unmarked = <T>(work: () => Promise<T>): Promise<T> => {
  const { replay: _, ...context } = requestContext()
  return inRequest(context, work)
}

/** Creates a group; throws 409 if its name is taken or a person is in too many groups, 422 for invalid people. */
export const addGroup = async ({ owner_ids, member_ids, ...fields }: Input): Promise<StoredGroup> => {
  const [owners, people] = await Promise.all([findGroupPeople(owner_ids), findGroupPeople(member_ids)])
  const group = groups.make({ ...fields, owners: requireOwners(owners) })
  const members = requirePeople('member_ids', people, (person) => isGroupMember(group, person))
  requireRoom(
    group,
    members.filter((person) => !isGroupMember(group, person)),
  )
  await transact([groups.toCreate(group), toHoldGroupName(group)])
  await unmarked(() => changeMembers(group, members, 'join'))
  return { ...group, member_count: members.length }
}

/** Returns the IDs of all members; throws 409 if they are too many to be replaced. */
const readMemberIds = async (group_id: string): Promise<string[]> => {
  const range = groupMemberships.in('ofGroup', { group_id })
  const { items, next_cursor } = await readList(range, { limit: maxListedMembers })
  if (next_cursor !== null) throw tooManyToReplace()
  return items.map(({ user_id }) => user_id)
}

/**
 * Changes a group. Throws 403 like `requireGroupChange`, 409 if the name is taken, a person is in too many groups, or
 * there are too many members to replace, 412, and 422 for invalid people.
 */
export const changeGroup = async (
  actor: Actor,
  id: string,
  { owner_ids, member_ids, ...fields }: Changes<Input>,
  ifMatch: IfMatch,
): Promise<StoredGroup> => {
  const [first, foundOwners, people, standing] = await Promise.all([
    groups.get({ id }),
    findGroupPeople(owner_ids),
    findGroupPeople(member_ids),
    member_ids && readMemberIds(id).catch((error: Error) => error),
  ])
  const owners = owner_ids && requireOwners(foundOwners, first.owners)
  const changes = { ...fields, owners }
  requireGroupChange(actor, first, changes)
  if (standing instanceof Error) throw standing
  const members = requirePeople('member_ids', people, (person) => isGroupMember(first, person))
  const joining = members.filter((person) => !isGroupMember(first, person))
  requireRoom(first, joining)
  const group = await groups.modify(first, async (current) => {
    requireGroupChange(actor, current, changes)
    const update = groups.toUpdate(current, changes, ifMatch)
    if (update.isSame) return current
    await transact([update, ...toRename(current, update.thing)])
    return update.thing
  })
  if (!member_ids || !standing) return group
  const leaving = (await findGroupPeople(standing.filter((user_id) => !member_ids.includes(user_id)))).filter(
    (person) => person !== undefined,
  )
  await changeMembers(group, leaving, 'leave')
  await changeMembers(group, joining, 'join')
  return { ...group, member_count: member_ids.length }
}

/**
 * Removes a group: it has no members from then on, although the items of its members name it until the sweep. Throws
 * 404 and 412. `toRemoveBeside` throws if the group may not be removed, and returns further writes.
 */
export const removeGroup = (
  id: string,
  ifMatch: IfMatch,
  toRemoveBeside: (group: StoredGroup) => Operation[],
): Promise<void> =>
  retryOnConflict(async () => {
    const [group, copies] = await Promise.all([groups.get({ id }), endedGroups.findMany(endedCopies)])
    await transact([
      ...toRemoveBeside(group),
      groups.toRemoveRead(group, [], ifMatch),
      groupNames.toRemove(group),
      ...toChangeEnded(copies, (ids) => [...ids, id]),
    ])
  })
