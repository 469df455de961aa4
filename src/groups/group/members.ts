import { problemDocs } from '#docs'
import { type StoredGroup, groupMemberships } from './group.ts'
import { groups } from '../../platform/identity/group.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { toBatches } from '../../platform/runtime/batches.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { anyOf, compare, equals, isAbsent } from '../../platform/table/condition.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { counterPath } from '../../platform/table/increment.ts'
import type { Operation, Update } from '../../platform/table/operation.ts'
import { maxWritesTogether, transact } from '../../platform/table/table.ts'

/** Maximum number of groups of a person: their IDs are in the item of the person. */
const maxGroups = 200

const maxMembers = 100_000

/** Number of people who join or leave in one transaction: two writes for each, and one for the group. */
export const peopleAtOnce = Math.floor((maxWritesTogether - 1) / 2)

export const tooManyGroups = problem('groups.too_many_groups', 409, {
  wording: (name: string) => `${name} is already a member of ${maxGroups} groups, the maximum.`,
  docs: problemDocs({
    meaning: `A person is already a member of ${maxGroups} groups, the maximum.`,
    example: ['Ada Lovelace'],
  }),
})

export const groupFull = problem('groups.full', 409, `A group must not have more than ${maxMembers} members.`)

type Member = Pick<StoredUser, 'id' | 'name' | 'is_active' | 'group_ids'>

export const isGroupMember = ({ id }: { id: string }, { group_ids }: Pick<Member, 'group_ids'>): boolean =>
  group_ids.includes(id)

/** Throws 409 unless the group has room for these people, and each of them for another group. */
export const requireRoom = ({ member_count }: StoredGroup, people: Member[]): void => {
  const crowded = people.find(({ group_ids }) => group_ids.length >= maxGroups)
  if (crowded) throw tooManyGroups(crowded.name)
  if (member_count + people.length > maxMembers) throw groupFull()
}

/**
 * Returns a write that sets the groups of a person if they are unchanged since they were read, so that all concurrent
 * changes succeed (decision 0048).
 */
const toSetGroups = (person: Member, group_ids: string[]): Update => {
  const path = counterPath('group_ids')
  const isUnchanged = equals(path, person.group_ids)
  const touch = users.toTouch(person, { group_ids }, { is_active: person.is_active })
  // a person who has never been in a group has no list
  const unchanged = person.group_ids.length === 0 ? anyOf(isAbsent(path), isUnchanged) : isUnchanged
  return { ...touch, require: [...(touch.require ?? []), unchanged] }
}

const toJoin = ({ id: group_id }: { id: string }, person: Member): Operation[] => [
  groupMemberships.toPut(
    groupMemberships.make({ group_id, user_id: person.id, user: { id: person.id, name: person.name } }),
  ),
  toSetGroups(person, [...person.group_ids, group_id]),
]

/** Returns the writes that remove a person from a group. */
export const toLeave = ({ id: group_id }: { id: string }, person: Member): Operation[] => [
  groupMemberships.toRemove({ group_id, user_id: person.id }),
  toSetGroups(
    person,
    person.group_ids.filter((id) => id !== group_id),
  ),
]

const toCountMembers = ({ id }: StoredGroup, amount: number): Update => {
  const count = groups.toAdd({ id }, 'member_count', amount)
  if (amount < 0) return count
  const hasRoom = compare(counterPath('member_count'), '<=', maxMembers - amount)
  // a failure leads to a retry, which finds the group full or deleted
  return { ...count, require: [hasRoom], otherwise: undefined }
}

type MayJoin = (person: StoredUser) => boolean

/** Returns the current state of people, without those who were removed or may no longer join the group. */
const refreshed = async (people: Member[], mayJoin: MayJoin): Promise<StoredUser[]> =>
  (await users.findMany(people)).filter((person) => person !== undefined).filter(mayJoin)

const changeTogether = (
  group: StoredGroup,
  people: Member[],
  joins: boolean,
  mayJoin: MayJoin,
): Promise<void> =>
  retryOnConflict(async (attempt) => {
    const [current, found] =
      attempt === 0 ? [group, people] : await Promise.all([groups.get(group), refreshed(people, mayJoin)])
    const changing = found.filter((person) => isGroupMember(group, person) !== joins)
    if (changing.length === 0) return
    if (joins) requireRoom(current, changing)
    const writes = changing.flatMap((person) => (joins ? toJoin : toLeave)(group, person))
    await transact([toCountMembers(group, joins ? changing.length : -changing.length), ...writes])
  })

/**
 * Adds people, as they were read, to a group, or removes them, as many together as fit into a transaction. Repeating an
 * interrupted call completes it. A person who has changed in the meantime joins only if `mayJoin` still allows it.
 * Throws 404 if the group was deleted, 409 like `requireRoom`.
 */
export const changeMembers = async (
  group: StoredGroup,
  people: Member[],
  change: 'join' | 'leave',
  mayJoin: MayJoin = () => true,
): Promise<void> => {
  for (const batch of toBatches(people, peopleAtOnce))
    await changeTogether(group, batch, change === 'join', mayJoin)
}
