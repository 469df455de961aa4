import { removeGroup, unmarked } from '../../groups/group/changes.ts'
import type { StoredGroup } from '../../groups/group/group.ts'
import { changeMembers, isGroupMember, requireRoom } from '../../groups/group/members.ts'
import { toHoldGroupName, toRename } from '../../groups/group/name.ts'
import { groups } from '../../platform/identity/group.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { newId } from '../../platform/runtime/id.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { transact } from '../../platform/table/table.ts'
import { toChangeKey } from '../directory-key.ts'
import type { Change } from '../patch.ts'
import { logUnkept, type Unkept } from '../unkept.ts'
import { uuid } from '../user/known-users.ts'
import { isInDirectory } from '../user/scim-user.ts'
import { toGroupFields, memberChangesIn, type MemberChanges } from './input.ts'
import { tooManyMembers } from './problems.ts'
import { toExternalId, findMembership, getGroup, isOfDirectory, maxMembers } from './scim-group.ts'

type People = Map<string, StoredUser>

/** Returns all people whom these changes name, by ID. */
const findChangedPeople = async ({ joining, leaving }: MemberChanges): Promise<People> => {
  const ids = [...joining, ...leaving].filter((id) => uuid.test(id))
  const found = (await users.findMany(ids.map((id) => ({ id })))).filter((person) => person !== undefined)
  return new Map(found.map((person) => [person.id, person]))
}

/** Removes new members who are unknown, or are groups. */
const withoutUnknown = (members: MemberChanges, people: People, unkept: Unkept): MemberChanges => {
  const joining = members.joining.filter((id) => {
    const person = people.get(id)
    return person !== undefined && isInDirectory(person)
  })
  if (joining.length < members.joining.length) unkept.add('members')
  return { ...members, joining }
}

/**
 * Throws 409 without room for the new members, and 413 if a replacement concerns more members than are allowed at once.
 */
const requireMembers = (group: StoredGroup, { isSet, joining }: MemberChanges, people: People): void => {
  if (group.member_count > maxMembers && isSet) throw tooManyMembers()
  const found = joining.flatMap((id) => people.get(id) ?? [])
  requireRoom(
    group,
    found.filter((person) => !isGroupMember(group, person)),
  )
}

/**
 * Returns the people who leave a group when these members replace the current ones; throws 413 if it has more members
 * than can be replaced at once.
 */
const findRemovedMembers = async ({ id }: StoredGroup, ids: string[]): Promise<StoredUser[]> => {
  const standing = await findMembership(id)
  if (!standing) throw tooManyMembers()
  const leaving = standing.filter(({ user_id }) => !ids.includes(user_id))
  const found = await users.findMany(leaving.map(({ user_id }) => ({ id: user_id })))
  return found.filter((person) => person !== undefined)
}

/** Changes the members of a group. Repeating it completes an interrupted change. */
const changeAll = async (
  group: StoredGroup,
  { isSet, joining, leaving }: MemberChanges,
  people: People,
): Promise<void> => {
  const named = (ids: string[]) => ids.flatMap((id) => people.get(id) ?? [])
  await changeMembers(group, isSet ? await findRemovedMembers(group, joining) : named(leaving), 'leave')
  await changeMembers(group, named(joining), 'join', isInDirectory)
}

/** Creates a group that only the directory may change. */
export const addScimGroup = async (changes: Change[]): Promise<StoredGroup> => {
  const unkept: Unkept = new Set()
  const { name, externalId } = toGroupFields(changes, unkept)
  const named = memberChangesIn(changes)
  const people = await findChangedPeople(named)
  const members = withoutUnknown(named, people, unkept)
  const id = newId()
  const group = groups.make({ id, name, external_id: externalId ?? id })
  requireMembers(group, members, people)
  const key = toChangeKey({ kind: 'group externalId', id, before: null, after: externalId })
  await transact([groups.toCreate(group), toHoldGroupName(group), ...key])
  await unmarked(() => changeAll(group, members, people))
  logUnkept('Group', id, unkept)
  return { ...group, member_count: members.joining.length }
}

const storeGroup = async (
  current: StoredGroup,
  { name, externalId }: { name: string; externalId: string | null },
  ifMatch: IfMatch,
): Promise<StoredGroup> => {
  const { id } = current
  const update = groups.toUpdate(current, { name, external_id: externalId ?? id }, ifMatch)
  if (update.isSame) return current
  const before = toExternalId(current)
  const key = toChangeKey({ kind: 'group externalId', id, before, after: externalId })
  await transact([update, ...toRename(current, update.thing), ...key])
  return update.thing
}

/** Changes a group and then its members, and returns whether everything was kept; throws 404, 409, 412 and 413. */
export const changeScimGroup = async (
  id: string,
  changes: Change[],
  ifMatch: IfMatch,
): Promise<{ group: StoredGroup; isKept: boolean }> => {
  const unkept: Unkept = new Set()
  const named = memberChangesIn(changes)
  const [first, people] = await Promise.all([getGroup(id), findChangedPeople(named)])
  const members = withoutUnknown(named, people, unkept)
  requireMembers(first, members, people)
  const group = await groups.modify(first, async (current) => {
    if (!isOfDirectory(current)) throw groups.absent()
    return storeGroup(current, toGroupFields(changes, unkept, current), ifMatch)
  })
  await changeAll(group, members, people)
  logUnkept('Group', id, unkept)
  return { group, isKept: unkept.size === 0 }
}

/** Deletes a group permanently; throws 404 and 412. */
export const removeScimGroup = async (given: string, ifMatch: IfMatch): Promise<void> => {
  if (!uuid.test(given)) throw groups.absent()
  const id = given.toLowerCase()
  await removeGroup(id, ifMatch, (group) => {
    if (!isOfDirectory(group)) throw groups.absent()
    return toChangeKey({ kind: 'group externalId', id, before: toExternalId(group), after: null })
  })
}
