import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, personOr, searchableListOf, words } from '../../platform/schema/fields.ts'
import { requireProject } from '../project/access.ts'
import { projects } from '../project/project.ts'
import { queryTasks, searchTasks, withLinked } from '../task/list.ts'
import { Priority, presentTask, TaskStatus, TaskSummary } from '../task/task.ts'

export const listTasks = endpoint('GET /task/projects/{id}/tasks', {
  summary: 'List the tasks of a project, newest first',
  isFunction: true,
  description: 'For everyone who may see the project. Descriptions are left out; read the task for them.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the task or its comments, or its key; best matches first.')),
    status: TaskStatus.optional(),
    assignee_id: personOr().optional().meta(docs('Assignee: an id, or `me`.')),
    priority: Priority.optional(),
  }),
  response: searchableListOf(TaskSummary),
  handle: async ({ actor, params, query: { q, status, priority, assignee_id: who, limit, cursor } }) => {
    const filters = { status, priority, assignee_id: who === 'me' ? actor.id : who }
    const page = { limit, cursor }
    const [found, list] = await Promise.all([
      projects.find(params),
      q === undefined ? queryTasks(params.id, filters, page) : searchTasks(params.id, q, filters, page),
    ])
    const project = requireProject(actor, found)
    const items = await withLinked(list.items)
    return { ...list, items: items.map(({ task, parent }) => presentTask(project, task, parent)) }
  },
})
