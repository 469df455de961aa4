import { remind } from '../../notifications/notify.ts'
import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { users } from '../../platform/identity/user.ts'
import { linkTo } from '../../platform/resource.ts'
import { readersAmong } from '../project/access.ts'
import { projects } from '../project/project.ts'
import { taskReminders } from '../queues.ts'
import { isDueFor, isOverdueSince } from '../due-reminders.ts'
import { tasks, taskType } from '../task/task.ts'

/**
 * Reminds an assignee of a task, unless its due date has changed, it is completed, or the person is no longer assigned
 * or can no longer see it.
 */
export const remindAssignee = worker(taskReminders, {}, async (reminder) => {
  const { type, task_id, user_id, due_date } = reminder
  const task = await tasks.find({ id: task_id })
  const leaveOut = (outcome: Outcome) => logOutcome({ type, id: task_id }, outcome, [user_id])
  if (!isDueFor(task, reminder)) return leaveOut('obsolete')
  const [project, person] = await Promise.all([
    projects.find({ id: task.project_id }),
    users.find({ id: user_id }),
  ])
  if (type === 'task_due_soon' && isOverdueSince(due_date, person?.timezone ?? 'UTC'))
    return leaveOut('expired')
  if (!project || (await readersAmong(project, [user_id])).length === 0) return leaveOut('no_access')
  await remind([user_id], {
    type,
    params: { due_date },
    actor: null,
    resource: linkTo(taskType, task),
    within: project.id,
    cause: `task.${type}#${task_id}#${due_date}`,
  })
})
