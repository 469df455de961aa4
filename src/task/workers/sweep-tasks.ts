import { sweeper } from '../../platform/events/sweeper.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { sweepProject, sweepTask } from '../project/sweep.ts'
import { projects } from '../project/project.ts'
import { sweeps, type Sweep } from '../queues.ts'
import { attachSubtasks } from '../task/subtasks.ts'

/** Does a part of the work, or all; tells whether that was all. */
const sweep = async (message: Sweep, until: number): Promise<boolean> => {
  if (message.what === 'subtasks') return attachSubtasks(message.task_id, until)
  if (message.what === 'task') return sweepTask(message.task_id, message.project_id, until)
  const { project_id } = message
  return !(await isGoneForGood(projects, project_id)) || sweepProject(project_id, until)
}

/** Removes what has gone with a project or a task that was removed. Nobody can read any of it by that time. */
export const sweepTasks = sweeper(sweeps, sweep)
