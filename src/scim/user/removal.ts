import { users } from '../../platform/identity/user.ts'
import { now } from '../../platform/runtime/time.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { storeUser } from './changes.ts'
import { toDirectory } from '../directory.ts'
import { leaveGroups } from './groups-left.ts'
import { getUser } from './known-users.ts'
import { isInDirectory, toScimUserName } from './scim-user.ts'

const noNames = {
  display_name: null,
  formatted: null,
  given_name: null,
  family_name: null,
}

/** Deactivates a person and hides them from the directory. */
export const removeScimUser = async (id: string, ifMatch: IfMatch): Promise<void> => {
  const removed = await users.modify(await getUser(id), async (current) => {
    if (!isInDirectory(current)) throw users.absent()
    // the name is kept to reactivate them; their externalId becomes free
    const known = toDirectory(current) ?? { user_name: toScimUserName(current), ...noNames }
    const directory = { ...known, external_id: null }
    return storeUser(current, { is_active: false, left_directory_at: now(), directory }, { ifMatch })
  })
  await leaveGroups(removed)
}
