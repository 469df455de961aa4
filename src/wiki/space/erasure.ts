import { isTheirsAlone } from '../../platform/identity/erasure.ts'
import { sharedErasure } from '../../platform/sharing/shared-erasure.ts'
import { toDestroyShared } from '../../platform/sharing/shared-writes.ts'
import { transact } from '../../platform/table/table.ts'
import { sharedSpaces } from './membership.ts'
import { slugs } from './slug.ts'

/** Pages stay in their space; a private space without other members is deleted with its pages. */
export const spaceErasure = sharedErasure(sharedSpaces, {
  isOwn: isTheirsAlone,
  remove: (space, { person }) =>
    transact([...toDestroyShared(sharedSpaces, person, space), slugs.toRemove(space)]),
})
