import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { requireProject } from '../project/access.ts'
import { projects } from '../project/project.ts'
import { resolveFilters, taskFilters } from '../task/filters.ts'
import { queryTasks, searchTasks } from '../task/list.ts'
import { TaskSort } from '../task/sorted-task.ts'
import { presentTask, TaskSummary } from '../task/task.ts'

export const listTasks = endpoint('GET /task/projects/{id}/tasks', {
  summary: 'List the tasks of a project, newest first',
  isFunction: true,
  description:
    'For everyone who may read the project. Descriptions are omitted; get a task to read its description. ' +
    'All tasks are sorted, with tasks without a due date last. With filters, orders other than `created` ' +
    'consider only the newest 1,000 tasks that have the requested status or single assignee.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the task or its comments, or its key; best matches first.')),
    ...taskFilters,
    sort: TaskSort.optional().meta(
      docs(
        'Sort order; with `-`, the largest, latest or most urgent tasks first. Default `-created`; with `q`, ' +
          'the order of the best 1,000 matches.',
      ),
    ),
  }),
  response: searchableListOf(TaskSummary),
  handle: async ({ actor, params, query: { q, sort, limit, cursor, ...query } }) => {
    const filters = resolveFilters(actor, query)
    const page = { limit, cursor }
    const [found, list] = await Promise.all([
      projects.find(params),
      q === undefined
        ? queryTasks(params.id, filters, sort ?? '-created', page)
        : searchTasks(params.id, q, filters, sort, page),
    ])
    const project = requireProject(actor, found)
    return { ...list, items: list.items.map(({ task, parent }) => presentTask(project, task, parent)) }
  },
})
