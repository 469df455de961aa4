import type { Actor } from '../platform/identity/actor.ts'
import { requireProject } from './access.ts'
import { projects } from './project.ts'
import { tasks, type StoredTask } from './task.ts'

/** The project of a task as it is now; throws the task's own 404 when the caller may not see it, or it has gone. */
export const requireTask = async (
  actor: Actor,
  { project_id }: StoredTask,
  needed: 'read' | 'write' = 'read',
) => requireProject(actor, await projects.find({ id: project_id }), needed, tasks.absent)

/** A task is not below one that is gone: until that is written down, it is seen when the task is read. */
export const withoutDeletedParent = async <T extends Pick<StoredTask, 'parent_id'>>(task: T): Promise<T> => {
  const { parent_id } = task
  return parent_id === null || (await tasks.find({ id: parent_id })) ? task : { ...task, parent_id: null }
}
