import { told } from '#docs'
import type { groups } from '../../platform/identity/group.ts'
import type { StoredGroup } from './group.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import type { Changes } from '../../platform/table/changes.ts'
import { changedFields } from '../../platform/table/changes.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'

type Caller = Pick<Actor, 'id' | 'role'>

/** A group as everybody sees it. */
export const presentGroup = <G extends SummaryOf<ThingOf<typeof groups>>>(group: G) => ({
  ...group,
  owner_ids: group.owners.map(({ id }) => id),
})

export const notTheOwner = problem('groups.not_the_owner', 403, {
  wording: (sentence: string = 'Only owners of the group and administrators may change its members.') =>
    sentence,
  docs: told({
    meaning:
      'The caller is neither an owner of the group nor an administrator, or wants what only the latter may do.',
    example: [],
  }),
})

/** Throws 403 unless the caller may change who is in the group. */
export const requireMemberChange = ({ id, role }: Caller, { owners }: Pick<StoredGroup, 'owners'>): void => {
  if (role !== 'admin' && !owners.some((owner) => owner.id === id)) throw notTheOwner()
}

/** Throws 403 unless the caller may make these changes of the group, to which changes of its members may come. */
export const requireGroupChange = (
  caller: Caller,
  group: StoredGroup,
  changes: Changes<StoredGroup>,
): void => {
  requireMemberChange(caller, group)
  const [field] = Object.keys(changedFields(group, changes))
  if (field !== undefined && caller.role !== 'admin')
    throw notTheOwner('Owners change the members of a group; all else is changed by administrators.')
}
