import { isTheirsAlone } from '../../platform/identity/erasure.ts'
import { sharedErasure } from '../../platform/sharing/shared-erasure.ts'
import { toDestroyShared } from '../../platform/sharing/shared-writes.ts'
import { transact } from '../../platform/table/table.ts'
import { sharedProjects } from './membership.ts'

/** Tasks stay in their project; a private project without other members is deleted with its tasks. */
export const projectErasure = sharedErasure(sharedProjects, {
  isOwn: isTheirsAlone,
  remove: (project, { person }) => transact(toDestroyShared(sharedProjects, person, project)),
})
