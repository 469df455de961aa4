import { changeMembers } from '../../groups/group/members.ts'
import { groups } from '../../platform/identity/group.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { now } from '../../platform/runtime/time.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { storeUser } from './changes.ts'
import { getUser } from './known-users.ts'
import { isInDirectory, userNameOf } from './scim-user.ts'

const noNames = {
  external_id: null,
  display_name: null,
  formatted: null,
  given_name: null,
  family_name: null,
}

/** Takes somebody out of the groups of the directory: who comes back has no right that it does not give again. */
const leaveGroups = async ({ id, group_ids }: StoredUser): Promise<void> => {
  const found = await groups.findMany(group_ids.map((group_id) => ({ id: group_id })))
  for (const group of found)
    if (group && group.external_id !== null) await changeMembers(group, [await users.get({ id })], 'leave')
}

/** Deactivates somebody, whom the directory does not see from then on. */
export const removeScimUser = async (id: string, ifMatch: IfMatch): Promise<void> => {
  const removed = await users.modify(await getUser(id), async (current) => {
    if (!isInDirectory(current)) throw users.absent()
    // by this name they are taken up again
    const directory = current.directory ?? { user_name: userNameOf(current), ...noNames }
    return storeUser(current, { is_active: false, left_directory_at: now(), directory }, ifMatch)
  })
  await leaveGroups(removed)
}
