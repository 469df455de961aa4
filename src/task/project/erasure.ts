import { isTheirsAlone, onMemberErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { transact } from '../../platform/table/table.ts'
import { toDestroy } from '../../platform/trash/moves.ts'
import { membershipRows, withoutProjectMember } from './membership.ts'
import { projects, taskCounters, trashedProject } from './project.ts'

export const projectErasure: KindErasure = {
  handlers: [
    // tasks stay in their project; a private project without other members is deleted with its tasks
    onMemberErasure(projects, (first, erasure) =>
      projects.modify(first, async (current) => {
        if (isTheirsAlone(current, erasure)) {
          await transact([
            projects.toRemoveRead(current, [...taskCounters]),
            toDestroy(erasure.person, trashedProject(current)),
            ...membershipRows.toSync(current, undefined),
          ])
          return 'removed'
        }
        const update = projects.toUpdate(current, withoutProjectMember(current, erasure))
        if (update.isSame) return undefined
        await transact([update, ...membershipRows.toSync(current, update.thing)])
        return update.thing.owner.id === current.owner.id ? undefined : 'handed_over'
      }),
    ),
  ],
}
