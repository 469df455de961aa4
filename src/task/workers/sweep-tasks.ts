import { sweeper } from '../../platform/events/sweeper.ts'
import { sweepProject, sweepTask } from '../project-sweep.ts'
import { sweeps } from '../queues.ts'

/** Removes what has gone with a project or a task that was removed. Nobody can read any of it by then. */
export const sweepTasks = sweeper(sweeps, (sweep, until) =>
  sweep.what === 'project'
    ? sweepProject(sweep.project_id, until)
    : sweepTask(sweep.task_id, sweep.project_id, until),
)
