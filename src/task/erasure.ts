import { isTheirsAlone, onErasure } from '../platform/identity/erasure.ts'
import { transact } from '../platform/table/table.ts'
import { toDestroy } from '../platform/trash/moves.ts'
import { assignmentRows } from './task/assignment.ts'
import { membershipRows } from './project/membership.ts'
import { trashedProject, withoutPerson } from './project/trash.ts'
import { projects } from './project/project.ts'
import { withoutAssignee } from './task/erasure.ts'
import { tasks } from './task/task.ts'

export const erasureHandlers = [
  // tasks stay what their project is: with a private one that has nobody else they go
  onErasure(projects, (first, erasure) =>
    projects.modify(first, async (current) => {
      if (isTheirsAlone(current, erasure)) {
        await transact([
          projects.toRemoveRead(current, ['task_count']),
          toDestroy(erasure.person, trashedProject(current)),
          ...membershipRows.toSync(current, undefined),
        ])
        return 'removed'
      }
      const update = projects.toUpdate(current, withoutPerson(current, erasure))
      if (update.isSame) return undefined
      await transact([update, ...membershipRows.toSync(current, update.thing)])
      return update.thing.owner.id === current.owner.id ? undefined : 'handed_over'
    }),
  ),

  onErasure(tasks, (first, erasure) =>
    tasks.modify(first, async (current) => {
      const changes = await withoutAssignee(current, erasure)
      if (Object.keys(changes).length === 0) return undefined
      const update = tasks.toUpdate(current, changes)
      await transact([update, ...assignmentRows.toSync(current, update.thing)])
      return 'handed_over'
    }),
  ),
]
