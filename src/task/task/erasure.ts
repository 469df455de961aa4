import { isTheirsAlone, type Erasure } from '../../platform/identity/erasure.ts'
import { now } from '../../platform/runtime/time.ts'
import { findAnywhere } from '../../platform/trash/loading.ts'
import { canBeAssigned } from '../project/access.ts'
import { projects } from '../project/project.ts'
import { tasks, type StoredTask } from './task.ts'

const isOpen = ({ status }: StoredTask) => status !== 'done' && status !== 'cancelled'

/** Whether somebody else may read a task, or may once it is restored. */
export const isTaskShownToOthers = async (id: string, person: Erasure['person']): Promise<boolean> => {
  const task = await findAnywhere(tasks, id)
  const project = task && (await findAnywhere(projects, task.project_id))
  return project !== undefined && !isTheirsAlone(project, { person })
}

/**
 * What changes in a task when a person is erased. An open one is done by the successor where nobody else does it, who
 * is not told, as of what people give themselves; what is done stays done by a former colleague. What lies in a project
 * of theirs alone goes with that.
 */
export const withoutAssignee = async (task: StoredTask, erasure: Erasure): Promise<Partial<StoredTask>> => {
  const { person, successor } = erasure
  if (!isOpen(task) || !task.assignee_ids.includes(person.id)) return {}
  const project = await findAnywhere(projects, task.project_id)
  if (!project || isTheirsAlone(project, erasure)) return {}
  // the project may be found behind its task
  const canFollow = project.owner.id === person.id || canBeAssigned(project, successor.id)
  const left = task.assignees.filter(({ id }) => id !== person.id)
  const { [person.id]: _gone, ...others } = task.assigned
  const isFollowed = left.length === 0 && canFollow
  const assignees = isFollowed ? [successor] : left
  const assigned = isFollowed ? { ...others, [successor.id]: { by: successor, at: now() } } : others
  return { assignees, assignee_ids: assignees.map(({ id }) => id), assigned }
}
