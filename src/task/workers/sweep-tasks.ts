import { sweeper } from '../../platform/events/sweeper.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { sweepProject, sweepTask } from '../task/sweep.ts'
import { projects } from '../project/project.ts'
import { sweeps, type Sweep } from '../queues.ts'
import { attachSubtasks } from '../task/subtasks.ts'

/** Runs one sweep until the time `until`; returns true if the sweep is complete. */
const runTaskSweep = async (message: Sweep, until: number): Promise<boolean> => {
  if (message.what === 'subtasks') return attachSubtasks(message.task_id, until)
  if (message.what === 'task') return sweepTask(message.task_id, message.project_id, until)
  const { project_id } = message
  return !(await isGoneForGood(projects, project_id)) || sweepProject(project_id, until)
}

/**
 * Removes the remains of deleted projects and tasks, which nobody can read anymore, and reattaches the subtasks of
 * restored tasks.
 */
export const sweepTasks = sweeper(sweeps, runTaskSweep)
