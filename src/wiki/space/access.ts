import { told } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { grantsIn } from '../../platform/identity/members.ts'
import { policy, readersBy, requirement } from '../../platform/identity/policy.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { linkTo } from '../../platform/resource.ts'
import type { Rights } from '../../platform/rights.ts'
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

/** Who may see a space, or what is decided about in it. */
export const rightsIn = (
  space: ThingOf<typeof spaces>,
  decide: Rights['decide'] = (person) => spacePolicy.decide(space, person),
): Rights => ({
  decidedBy: linkTo(spaceType, { id: space.id, title: space.name }),
  decide,
  mayChange: (person) => spacePolicy.allows(space, person, 'admin'),
  owner: space.owner,
  named: space.members,
  isOpen: space.visibility === 'internal',
})

/** Those of the people who may see the space, and its pages, now. */
export const readersAmong = readersBy(spacePolicy)

/** What a permission in a space is asked with, as a sentence. */
export const requirementOf = (needed: Permission) => `This requires the permission "${needed}" in the space.`

export const permissionMissing = problem('wiki.permission_missing', 403, {
  wording: (sentence: string) => sentence,
  docs: told({
    meaning: 'The caller may read the space, but lacks this permission.',
    example: [requirementOf('write')],
  }),
})

/** The right to something in a space, as a requirement names it. */
const rightTo = (needed: Permission) => ({
  needed,
  missing: () => permissionMissing(requirementOf(needed)),
})

export const writing = rightTo('write')

export const requireSpace = requirement(spacePolicy, spaces.absent)
export const requireSpaceWriter = requirement(spacePolicy, spaces.absent, writing)
export const requireSpaceAdmin = requirement(spacePolicy, spaces.absent, rightTo('admin'))

export const invalidSpace = () => invalid('space_id', 'must be the id of a space')

/** The space that a page is to be in; throws 422 for one that the caller does not see. */
export const requireDestination = requirement(spacePolicy, invalidSpace, writing)

/** A space as this caller sees it; undefined when they do not. */
export const presentSpace = <S extends Space>(
  actor: Actor,
  space: S,
): (S & { permission: Permission }) | undefined => {
  const decision = spacePolicy.authorize(space, actor)
  return decision && { ...space, permission: decision.permission }
}
