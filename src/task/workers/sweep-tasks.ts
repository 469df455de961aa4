import { worker } from '../../platform/events/worker.ts'
import { Sweep, sweepQueue, toSweep } from '../sweep.ts'
import { sweepProject, sweepTask } from '../project-sweep.ts'

/** How long one run goes on before it leaves the rest to another. */
const runMilliseconds = 30_000

/** Removes what has gone with a project or a task that was removed. Nobody can read any of it by then. */
export const sweepTasks = worker({ queue: sweepQueue, message: Sweep, recursive: true }, async (message) => {
  const until = Date.now() + runMilliseconds
  const isDone = await (message.what === 'project'
    ? sweepProject(message.project_id, until)
    : sweepTask(message.task_id, message.project_id, until))
  return isDone ? undefined : toSweep(message)
})
