import { attachments } from '../files/attachment-row.ts'
import { onChange } from '../platform/events/dispatcher.ts'
import { indexDocument } from '../platform/search/index.ts'
import { writeBatch } from '../platform/table/batch-write.ts'
import { assignments } from './assignment.ts'
import { comments } from './comment.ts'
import { changesReaders, syncDueDate } from './due.ts'
import { membershipRows } from './membership.ts'
import { newsOfComment, newsOfTask } from './news.ts'
import { projects, projectSearchScope, type StoredProject } from './project.ts'
import { dueDates, sweeps } from './queues.ts'
import { tasks, taskSearchScope, projectTaskSearchScope, type StoredTask } from './task.ts'

const hasSameWords = (a: StoredTask, b: StoredTask) =>
  [a.title, a.description, ...a.labels].join('\n') === [b.title, b.description, ...b.labels].join('\n')

const indexTask = async ({ id, project_id }: StoredTask, task: StoredTask | undefined) => {
  const text = task && [...task.labels, task.description ?? ''].join(' ')
  for (const scope of [taskSearchScope, projectTaskSearchScope(project_id)]) {
    const document = task && { scope, id, container: project_id, title: task.title, text: text ?? '' }
    await indexDocument({ scope, id }, document)
  }
}

export const changeHandlers = [
  onChange(projects, async ({ before, after }) => {
    if (before?.version === after?.version) return []
    const { id } = (after ?? before) as StoredProject
    const key = { scope: projectSearchScope, id }
    await indexDocument(
      key,
      after && { ...key, container: id, title: after.name, text: after.description ?? '' },
    )
    await membershipRows.sync(before, after, () => projects.find({ id }))
    if (!after) return [sweeps.message({ what: 'project', project_id: id })]
    return changesReaders(before, after) ? [dueDates.message({ project_id: id })] : []
  }),

  onChange(tasks, async ({ before, after }) => {
    const task = (after ?? before) as StoredTask
    if (!before || !after || !hasSameWords(before, after)) await indexTask(task, after)
    await syncDueDate(before, after)
    if (after) return newsOfTask(before, after)
    const { id, project_id, assignee_ids } = task
    await writeBatch(
      [],
      [
        ...assignee_ids.map((user_id) => assignments.keyOf({ user_id, id })),
        ...task.attachments.map((file) =>
          attachments.keyOf({ file_id: file.id, type: 'task', thing_id: id }),
        ),
      ],
    )
    return [sweeps.message({ what: 'task', task_id: id, project_id })]
  }),

  onChange(comments, ({ before, after }) => (!before && after ? [newsOfComment(after)] : [])),
]
