import { linkTo, type Resource } from '../platform/resource.ts'
import type { StoredProject } from './project.ts'
import { readableTasks } from './task-access.ts'
import { presentTask, taskType, taskSearchScope, type StoredTask } from './task.ts'

const viewOf = (task: StoredTask, project: StoredProject) => {
  const { key, id, title, description, updated_at, attachments } = presentTask(project, task)
  const text = description ?? ''
  return {
    ...linkTo(taskType, { id, title: `${key} ${title}` }),
    text,
    updated_at,
    file_ids: attachments.map((file) => file.id),
  }
}

export const taskResource: Resource = {
  type: taskType.type,
  isSource: true,
  holdsFiles: true,
  searchScope: () => taskSearchScope,
  load: async (reader, wanted) =>
    (await readableTasks(reader, wanted)).map((found) => found && viewOf(found.task, found.project)),
}
