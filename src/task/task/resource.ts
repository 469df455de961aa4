import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings } from '../../platform/search/definition.ts'
import { readAll, readList } from '../../platform/table/list/list.ts'
import { sharedRights } from '../../platform/sharing/shared-resource.ts'
import { projectKind, projectPolicy } from '../project/access.ts'
import { comments } from './comment.ts'
import { projects, projectType, type StoredProject } from '../project/project.ts'
import { readableTasks } from './access.ts'
import {
  projectTaskSearchScope,
  formatTaskKey,
  tasks,
  taskSearchScope,
  taskType,
  type StoredTask,
} from './task.ts'

const toTaskView = (task: StoredTask, project: StoredProject) => {
  const { id, title, description, updated_at, attachments, created_by } = task
  return {
    ...linkTo(taskType, { id, title: `${formatTaskKey(project, task)} ${title}` }),
    text: description ?? '',
    updated_at,
    author_id: created_by.id,
    file_ids: attachments.map((file) => file.id),
    breadcrumbs: async () => [{ type: projectType.type, id: project.id, title: project.name }],
  }
}

const loadTaskDocument = async (id: string) => {
  const [task, taskComments] = await Promise.all([
    tasks.find({ id }),
    readAll(comments.in('all', { task_id: id })),
  ])
  const project = task && (await projects.find({ id: task.project_id }))
  if (!task || !project) return undefined
  const { title, labels, description, project_id, number } = task
  const formerKeys = project.former_keys.map((former) => `${former}-${number}`)
  const texts = [description, ...taskComments.map(({ text }) => text)]
  return {
    scopes: [taskSearchScope, projectTaskSearchScope(project_id)],
    container: project_id,
    title,
    keys: [formatTaskKey(project, task), ...formerKeys],
    labels,
    text: texts.filter(Boolean).join('\n\n'),
  }
}

export const taskResource = {
  type: taskType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const task = await tasks.find({ id })
    const project = task && (await projects.find({ id: task.project_id }))
    return project && sharedRights(projectKind, project)
  },
  isSource: true,
  holdsFiles: true,
  search: {
    scopesOf: () => [taskSearchScope],
    containerType: projectType.type,
    triggers: [
      documentTrigger(tasks, ({ title, description, labels }) => [title, description, labels]),
      documentTrigger(
        comments,
        ({ text }) => text,
        ({ before, after }) => [{ id: (after ?? before)?.task_id as string }],
      ),
      // the key of a task begins with the key of its project
      documentTrigger(
        projects,
        ({ key }) => key,
        ({ before, after }) => (before && after ? [{ within: after.id }] : []),
      ),
    ],
    document: loadTaskDocument,
    readable: readableThings(projects, projectPolicy.authorize),
    idsWithin: async (project_id, page) => {
      const { items, next_cursor } = await readList(tasks.in('ofProject', { project_id }), page)
      return { items: items.map(({ id }) => id), next_cursor }
    },
  },
  load: async (reader, wanted) =>
    (await readableTasks(reader, wanted)).map((found) => found && toTaskView(found.task, found.project)),
} satisfies Resource
