import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { grantsIn } from '../../platform/identity/members.ts'
import { policy, readersBy, requirement } from '../../platform/identity/policy.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import type { SharedKind } from '../../platform/sharing/shared-kind.ts'
import { spaces, spaceType, type Permission } from './space.ts'

type Space = Pick<ThingOf<typeof spaces>, 'id' | 'owner' | 'members' | 'visibility' | 'internal_permission'>

export const spacePolicy = policy({
  type: spaceType.type,
  permissions: ['read', 'write', 'admin'],
  owner: ({ owner }: Space) => owner,
  listed: ({ members }, person) => grantsIn(members, person, ({ permission }) => permission),
  internal: ({ visibility, internal_permission }) =>
    visibility === 'internal' ? internal_permission : undefined,
  roles: { admin: 'admin' },
})

/** Spaces as a shared kind. */
export const spaceKind: SharedKind<ThingOf<typeof spaces>> = {
  type: spaceType,
  entity: spaces,
  policy: spacePolicy,
  list: 'members',
  idField: 'space_id',
}

/** Returns the IDs of the people who may currently see the space and its pages. */
export const readersAmong = readersBy(spacePolicy)

/** Returns the detail of a 403 for a missing permission in the space. */
export const spacePermissionDetail = (needed: Permission) =>
  `The permission "${needed}" in the space is required.`

export const permissionMissing = problem('wiki.permission_missing', 403, {
  wording: (sentence: string) => sentence,
  docs: problemDocs({
    meaning: 'The caller may read the space, but does not have the required permission.',
    example: [spacePermissionDetail('write')],
  }),
})

/** Returns a permission of the space and its problem, as input of `requirement`. */
const requiredSpacePermission = (needed: Permission) => ({
  needed,
  missing: () => permissionMissing(spacePermissionDetail(needed)),
})

export const writing = requiredSpacePermission('write')

export const requireSpace = requirement(spacePolicy, spaces.absent)
export const requireSpaceWriter = requirement(spacePolicy, spaces.absent, writing)
export const requireSpaceAdmin = requirement(spacePolicy, spaces.absent, requiredSpacePermission('admin'))

export const invalidSpace = () => invalid('space_id', 'must be the ID of a space')

/**
 * Returns the target space of a page; throws 422 if the caller cannot see the space, 403 if the caller may not write
 * it.
 */
export const requireDestination = requirement(spacePolicy, invalidSpace, writing)

/** Returns a space with the caller's permission; undefined if the caller cannot see it. */
export const presentSpace = <S extends Space>(
  actor: Actor,
  space: S,
): (S & { permission: Permission }) | undefined => {
  const decision = spacePolicy.authorize(space, actor)
  return decision && { ...space, permission: decision.permission }
}
