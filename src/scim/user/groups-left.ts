import { changeMembers } from '../../groups/group/members.ts'
import { groups } from '../../platform/identity/group.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { Problem } from '../../platform/runtime/problem.ts'

/**
 * Removes a person from the groups of the directory, so that they have no former permissions when they return. Ignores
 * a group that is deleted in the meantime.
 */
export const leaveGroups = async ({ id, group_ids }: StoredUser): Promise<void> => {
  const found = await groups.findMany(group_ids.map((group_id) => ({ id: group_id })))
  for (const group of found)
    if (group && group.external_id !== null)
      await changeMembers(group, [await users.get({ id })], 'leave').catch((error: unknown) => {
        if (!(error instanceof Problem && error.code === groups.absent.code)) throw error
      })
}
