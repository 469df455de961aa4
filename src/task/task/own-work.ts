import { problem } from '../../platform/runtime/problem.ts'
import { permissionMissing, projectPolicy, type ProjectAccess, type Who } from '../project/access.ts'
import type { StoredTask } from './task.ts'

/** Throws 403 unless the caller may change these fields: who may write, any of them; assignees, the status. */
export const requireTaskChange = (
  actor: Who,
  project: ProjectAccess,
  task: StoredTask,
  fields: string[],
): void => {
  const isOwnStatus = task.assignee_ids.includes(actor.id) && fields.every((field) => field === 'status')
  if (!isOwnStatus && !projectPolicy.allows(project, actor, 'write')) throw permissionMissing('write')
}

export const notTheCreator = problem(
  'task.not_the_creator',
  403,
  'Only the creator of the task, the creator of the project and administrators may delete it.',
)

/** Throws 403 unless the caller created the task or the project, or is an administrator. */
export const requireTaskRemoval = (actor: Who, project: ProjectAccess, task: StoredTask): void => {
  if (task.created_by.id !== actor.id && !projectPolicy.allows(project, actor, 'manage'))
    throw notTheCreator()
}
