import type { Actor } from '../platform/identity/actor.ts'
import { canRead } from './access.ts'
import { projects } from './project.ts'
import { tasks } from './task.ts'

/** Whether somebody may see a task that the file is attached to still, and with it the file. */
export const seesTask = async (actor: Actor, task_id: string, file_id: string): Promise<boolean> => {
  const task = await tasks.find({ id: task_id })
  const project = task && (await projects.find({ id: task.project_id }))
  const isAttached = task?.attachments.some(({ id }) => id === file_id)
  return project !== undefined && isAttached === true && canRead(project, actor)
}
