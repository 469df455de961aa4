import { problemDocs } from '#docs'
import { isGroupOwner, type groups } from '../../platform/identity/group.ts'
import type { StoredGroup } from './group.ts'
import { roleRequired } from '../../platform/http/request/authentication.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { type Changes, changedFields } from '../../platform/table/changes.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'

type Caller = Pick<Actor, 'id' | 'role'>

/** Returns the fields of a group that everyone may see. */
export const presentGroup = <G extends SummaryOf<ThingOf<typeof groups>>>(group: G) => ({
  ...group,
  owner_ids: group.owners.map(({ id }) => id),
})

export const notTheOwner = problem('groups.not_the_owner', 403, {
  wording: (sentence: string = 'Only owners of the group and administrators may change its members.') =>
    sentence,
  docs: problemDocs({
    meaning:
      'The caller is neither an owner of the group nor an administrator, or the change is for administrators only.',
    example: [],
  }),
})

export const fromDirectory = problem(
  'groups.from_directory',
  409,
  'The group is managed by a directory and can only be changed there.',
)

/** Throws 403 if a caller other than an administrator asks for the groups of other people. */
export const requireOwnMembership = ({ id, role }: Caller, people: string[] = []): void => {
  if (role !== 'admin' && people.some((person) => person !== id)) throw roleRequired('admin')
}

/** Throws 409 for a group that only a directory may change (src/scim). */
export const requireOurs = ({ external_id }: Pick<StoredGroup, 'external_id'>): void => {
  if (external_id !== null) throw fromDirectory()
}

/** Throws 403 unless the caller may change the members of the group, and 409 if only a directory may. */
export const requireMemberChange = (
  caller: Caller,
  group: Pick<StoredGroup, 'owners' | 'external_id'>,
): void => {
  if (caller.role !== 'admin' && !isGroupOwner(caller, group)) throw notTheOwner()
  requireOurs(group)
}

/**
 * Throws 403 unless the caller may make these changes of the group, including changes of its members, and 409 if only a
 * directory may.
 */
export const requireGroupChange = (
  caller: Caller,
  group: StoredGroup,
  changes: Changes<StoredGroup>,
): void => {
  requireMemberChange(caller, group)
  const [field] = Object.keys(changedFields(group, changes))
  if (field !== undefined && caller.role !== 'admin')
    throw notTheOwner(
      'Owners may only change the members of a group; only administrators may change other fields.',
    )
}
