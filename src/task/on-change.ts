import { attachments } from '../files/file/attachment-row.ts'
import { toAttachmentRow } from '../files/attachment/attachment.ts'
import { onMemberChange } from '../notifications/member-events.ts'
import { withoutActors } from '../notifications/outcome.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { users } from '../platform/identity/user.ts'
import { writeBatch } from '../platform/table/batch/batch-write.ts'
import { assignmentRows, syncCounts } from './task/assignment.ts'
import { comments, type StoredComment } from './task/comment.ts'
import { changesReaders, syncDueDate } from './task/due.ts'
import { syncDueReminders } from './due-reminders.ts'
import { sharedProjects } from './project/membership.ts'
import { projects } from './project/project.ts'
import { dueDates, sweeps, taskEvents } from './queues.ts'
import { syncOrders } from './task/sorted-task.ts'
import { tasks, type StoredTask } from './task/task.ts'
import type { QueueMessage } from '../platform/events/message-kind.ts'

/**
 * Returns the notifications of people to whom this change assigned the task, grouped by assigner and time; a repeated
 * change adds none.
 */
const assignmentEvents = (before: StoredTask | undefined, { id: task_id, title, assigned }: StoredTask) => {
  const made = Object.entries(assigned)
    .filter(([user_id, { at }]) => before?.assigned[user_id]?.at !== at)
    .map(([user_id, attribution]) => ({ user_id, ...attribution }))
  return Map.groupBy(made, ({ by, at }) => `${at}#${by.id}`)
    .values()
    .map((of) => {
      const [{ by, at }] = of as [(typeof of)[number]]
      const type = 'task_assigned' as const
      const all = of.map(({ user_id }) => user_id)
      const user_ids = withoutActors(all, [by.id], { type, id: task_id })
      return { type, task_id, title, by, at, user_ids }
    })
    .toArray()
}

/** Returns the notification of people who already had the task when its due date was moved. */
const dueDateEvents = (before: StoredTask | undefined, after: StoredTask) => {
  const { id: task_id, title, due_moved, due_date, assigned } = after
  if (!due_moved || before?.due_moved?.at === due_moved.at) return []
  const { by, at } = due_moved
  const type = 'task_due_changed' as const
  const early = Object.entries(assigned).filter(([, assignment]) => assignment.at < at)
  const all = early.map(([user_id]) => user_id)
  const user_ids = withoutActors(all, [by.id], { type, id: task_id })
  return [{ type, task_id, title, by, at, due_date, user_ids }]
}

/** Returns the notification of the creator when another person completes the task. */
const completionEvents = (before: StoredTask | undefined, after: StoredTask) => {
  const { id: task_id, title, completed, created_by } = after
  if (!completed || before?.completed?.at === completed.at) return []
  const type = 'task_completed' as const
  const user_ids = withoutActors([created_by.id], [completed.by.id], { type, id: task_id })
  return [{ type, task_id, title, ...completed, user_ids }]
}

/** Returns the messages for a change of a task; each person receives only the first notification that concerns them. */
const toTaskEvents = (before: StoredTask | undefined, after: StoredTask): QueueMessage[] => {
  const notified = new Set<string>()
  return [
    ...assignmentEvents(before, after),
    ...completionEvents(before, after),
    ...dueDateEvents(before, after),
  ]
    .map((event) => {
      const user_ids = event.user_ids.filter((id) => !notified.has(id))
      for (const id of user_ids) notified.add(id)
      return { ...event, user_ids }
    })
    .filter(({ user_ids }) => user_ids.length > 0)
    .map((event) => taskEvents.message(event))
}

export const toTaskCommentEvent = ({ task_id, id: comment_id }: StoredComment): QueueMessage =>
  taskEvents.message({ type: 'task_comment', task_id, comment_id })

export const changeHandlers = [
  onMemberChange(sharedProjects),

  onChange(projects, ({ before, after, record, isRestored }) => {
    if (before?.version === after?.version) return []
    const hasMoved = !after || isRestored || changesReaders(before, after)
    return hasMoved ? [dueDates.message({ project_id: record.id })] : []
  }),

  onChange(tasks, async ({ before, after, record, isRestored }) => {
    await syncDueDate(before, after)
    await syncDueReminders(before, after)
    await syncOrders(before, after)
    // the write of the task includes counts as they were read, which may have changed since
    if (before && after && after.assignee_ids.length > 0) await syncCounts(after)
    if (after && !isRestored) return toTaskEvents(before, after)
    const { id: task_id, project_id, attachments: listed } = record
    const present = await tasks.find({ id: task_id })
    await assignmentRows.sync(before, after, async () => present)
    const rows = listed.map((file) => toAttachmentRow('task', task_id, file))
    await writeBatch(present ? rows.map(attachments.itemOf) : [], present ? [] : rows.map(attachments.keyOf))
    return [sweeps.message(after ? { what: 'subtasks', task_id } : { what: 'task', task_id, project_id })]
  }),

  // people's access to private projects depends on their groups
  onChange(users, ({ before, after }) =>
    before && after && before.group_ids.join() !== after.group_ids.join()
      ? [dueDates.message({ user_id: after.id })]
      : [],
  ),

  onChange(comments, ({ before, after, isRestored }) =>
    !before && after && !isRestored ? [toTaskCommentEvent(after)] : [],
  ),
]
