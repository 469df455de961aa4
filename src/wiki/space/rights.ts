import { linkTo } from '../../platform/resource.ts'
import { ownerEntry, type Rights } from '../../platform/rights.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { spacePolicy } from './access.ts'
import { spaceType, type spaces } from './space.ts'

/** Who may see a space, or what `decide` decides about in it. */
export const spaceRights = (
  space: ThingOf<typeof spaces>,
  decide: Rights['decide'] = (person) => spacePolicy.decide(space, person),
): Rights => ({
  decidedBy: linkTo(spaceType, { id: space.id, title: space.name }),
  decide,
  mayChange: (person) => spacePolicy.allows(space, person, 'admin'),
  named: [ownerEntry(space.owner), ...space.members],
  isOpen: space.visibility === 'internal',
})
