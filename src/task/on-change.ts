import { attachments } from '../files/attachment/attachment-row.ts'
import { toRow } from '../files/attachment/attachment.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { writeBatch } from '../platform/table/batch/batch-write.ts'
import { assignmentRows } from './task/assignment.ts'
import { comments } from './comment/comment.ts'
import { changesReaders, syncDueDate } from './task/due.ts'
import { membershipRows } from './project/membership.ts'
import { newsOfComment, newsOfTask } from './task/news.ts'
import { projects, type StoredProject } from './project/project.ts'
import { dueDates, sweeps } from './queues.ts'
import { tasks, type StoredTask } from './task/task.ts'

export const changeHandlers = [
  onChange(projects, async ({ before, after, isRestored }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as StoredProject
    await membershipRows.sync(before, after, () => projects.find({ id }))
    return !after || isRestored || changesReaders(before, after) ? [dueDates.message({ project_id: id })] : []
  }),

  onChange(tasks, async ({ before, after, isRestored }) => {
    await syncDueDate(before, after)
    if (after && !isRestored) return newsOfTask(before, after)
    const { id: task_id, project_id, attachments: listed } = (after ?? before) as StoredTask
    const present = await tasks.find({ id: task_id })
    await assignmentRows.sync(before, after, async () => present)
    const rows = listed.map((file) => toRow('task', task_id, file))
    await writeBatch(present ? rows.map(attachments.itemOf) : [], present ? [] : rows.map(attachments.keyOf))
    return [sweeps.message(after ? { what: 'subtasks', task_id } : { what: 'task', task_id, project_id })]
  }),

  onChange(comments, ({ before, after, isRestored }) =>
    !before && after && !isRestored ? [newsOfComment(after)] : [],
  ),
]
