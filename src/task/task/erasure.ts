import { isTheirsAlone, onErasure, type Erasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { now } from '../../platform/runtime/time.ts'
import { findAnywhere } from '../../platform/trash/trashed-things.ts'
import { transact } from '../../platform/table/table.ts'
import { canBeAssigned } from '../project/access.ts'
import { assignmentRows } from './assignment.ts'
import { isStillOpen } from './completion.ts'
import { projects } from '../project/project.ts'
import { tasks, type StoredTask } from './task.ts'

/** Returns true if other people may read a task, now or after it is restored from the trash. */
const isTaskVisibleToOthers = async (id: string, person: Erasure['person']): Promise<boolean> => {
  const task = await findAnywhere(tasks, id)
  const project = task && (await findAnywhere(projects, task.project_id))
  return project !== undefined && !isTheirsAlone(project, { person })
}

/**
 * Returns the changed fields of a task when a person is erased. An open task without another assignee passes to the
 * successor, who is not notified, as if they had assigned it themselves. A done or cancelled task keeps its former
 * assignee. A task in the person's own unshared project is deleted with that project.
 */
export const withoutAssignee = async (task: StoredTask, erasure: Erasure): Promise<Partial<StoredTask>> => {
  const { person, successor } = erasure
  if (!isStillOpen(task) || !task.assignee_ids.includes(person.id)) return {}
  const project = await findAnywhere(projects, task.project_id)
  if (!project || isTheirsAlone(project, erasure)) return {}
  // the erasure may reach the project after its task
  const { groups = [] } = (await findPrincipal(successor.id)) ?? {}
  const canFollow = project.owner.id === person.id || canBeAssigned(project, { id: successor.id, groups })
  const left = task.assignees.filter(({ id }) => id !== person.id)
  const { [person.id]: _gone, ...others } = task.assigned
  const isFollowed = left.length === 0 && canFollow
  const assignees = isFollowed ? [successor] : left
  const assigned = isFollowed ? { ...others, [successor.id]: { by: successor, at: now() } } : others
  return { assignees, assignee_ids: assignees.map(({ id }) => id), assigned }
}

export const taskErasure: KindErasure = {
  handlers: [
    onErasure(tasks, (first, erasure) =>
      tasks.modify(first, async (current) => {
        const changes = await withoutAssignee(current, erasure)
        if (Object.keys(changes).length === 0) return undefined
        const update = tasks.toUpdate(current, changes)
        await transact([update, ...assignmentRows.toSync(current, update.thing)])
        return 'handed_over'
      }),
    ),
  ],
  isShownToOthers: isTaskVisibleToOthers,
}
