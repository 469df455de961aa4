import { removeGroup, unmarked } from '../../groups/group/changes.ts'
import type { StoredGroup } from '../../groups/group/group.ts'
import { changeMembers, isIn, requireRoom } from '../../groups/group/members.ts'
import { toHoldGroupName, toRename } from '../../groups/group/name.ts'
import { groups } from '../../platform/identity/group.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { newId } from '../../platform/runtime/id.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { transact } from '../../platform/table/table.ts'
import { toChangeKey } from '../directory-key.ts'
import type { Change } from '../patch.ts'
import { invalidValue } from '../protocol.ts'
import { uuid } from '../user/known-users.ts'
import { isInDirectory } from '../user/scim-user.ts'
import { groupFieldsOf, memberChangesIn, type MemberChanges } from './input.ts'
import { tooManyMembers } from './problems.ts'
import { externalIdOf, findMembership, getGroup, isOfDirectory, maxMembers } from './scim-group.ts'

type People = Map<string, StoredUser>

/** Everybody whom these changes name. */
const findPeople = async ({ joining, leaving }: MemberChanges): Promise<People> => {
  const ids = [...joining, ...leaving].filter((id) => uuid.test(id))
  const found = (await users.findMany(ids.map((id) => ({ id })))).filter((person) => person !== undefined)
  return new Map(found.map((person) => [person.id, person]))
}

/**
 * Throws 400 for one who is to join and is nobody, or a group, 409 where there is no room for them, and 413 where more
 * members would be replaced than are at once.
 */
const requireMembers = (group: StoredGroup, { isSet, joining }: MemberChanges, people: People): void => {
  if (group.member_count > maxMembers && isSet) throw tooManyMembers()
  const found = joining.map((id) => {
    const person = people.get(id)
    if (!person || !isInDirectory(person)) throw invalidValue('members', 'must be ids of users')
    return person
  })
  requireRoom(
    group,
    found.filter((person) => !isIn(group, person)),
  )
}

/** Who leaves a group that is to have these members; throws 413 when it has more than are replaced at once. */
const leavingOf = async ({ id }: StoredGroup, ids: string[]): Promise<StoredUser[]> => {
  const standing = await findMembership(id)
  if (!standing) throw tooManyMembers()
  const leaving = standing.filter(({ user_id }) => !ids.includes(user_id))
  const found = await users.findMany(leaving.map(({ user_id }) => ({ id: user_id })))
  return found.filter((person) => person !== undefined)
}

/** May be done again: it changes what is left. */
const changeAll = async (
  group: StoredGroup,
  { isSet, joining, leaving }: MemberChanges,
  people: People,
): Promise<void> => {
  const named = (ids: string[]) => ids.flatMap((id) => people.get(id) ?? [])
  await changeMembers(group, isSet ? await leavingOf(group, joining) : named(leaving), 'leave')
  await changeMembers(group, named(joining), 'join', isInDirectory)
}

/** Makes a group, which the directory alone changes from then on. */
export const addScimGroup = async (changes: Change[]): Promise<StoredGroup> => {
  const { name, externalId } = groupFieldsOf(changes)
  const members = memberChangesIn(changes)
  const people = await findPeople(members)
  const id = newId()
  const group = groups.make({ id, name, external_id: externalId ?? id })
  requireMembers(group, members, people)
  const key = toChangeKey({ kind: 'group externalId', id, before: null, after: externalId })
  await transact([groups.toCreate(group), toHoldGroupName(group), ...key])
  await unmarked(() => changeAll(group, members, people))
  return { ...group, member_count: members.joining.length }
}

const store = async (
  current: StoredGroup,
  { name, externalId }: { name: string; externalId: string | null },
  ifMatch: IfMatch,
): Promise<StoredGroup> => {
  const { id } = current
  const update = groups.toUpdate(current, { name, external_id: externalId ?? id }, ifMatch)
  if (update.isSame) return current
  const before = externalIdOf(current)
  const key = toChangeKey({ kind: 'group externalId', id, before, after: externalId })
  await transact([update, ...toRename(current, update.thing), ...key])
  return update.thing
}

/** Changes a group, then its members; throws 404, 409, 412, 413. */
export const changeScimGroup = async (
  id: string,
  changes: Change[],
  ifMatch: IfMatch,
): Promise<StoredGroup> => {
  const members = memberChangesIn(changes)
  const [first, people] = await Promise.all([getGroup(id), findPeople(members)])
  requireMembers(first, members, people)
  const group = await groups.modify(first, async (current) => {
    if (!isOfDirectory(current)) throw groups.absent()
    return store(current, groupFieldsOf(changes, current), ifMatch)
  })
  await changeAll(group, members, people)
  return group
}

/** Removes a group for good; throws 404, 412. */
export const removeScimGroup = async (given: string, ifMatch: IfMatch): Promise<void> => {
  if (!uuid.test(given)) throw groups.absent()
  const id = given.toLowerCase()
  await removeGroup(id, ifMatch, (group) => {
    if (!isOfDirectory(group)) throw groups.absent()
    return toChangeKey({ kind: 'group externalId', id, before: externalIdOf(group), after: null })
  })
}
