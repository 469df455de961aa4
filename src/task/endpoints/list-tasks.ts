import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/fields.ts'
import { requireProject } from '../project/access.ts'
import { projects } from '../project/project.ts'
import { filtersFor, taskFilters } from '../task/filters.ts'
import { queryTasks, searchTasks, TaskSort, withLinked } from '../task/list.ts'
import { presentTask, TaskSummary } from '../task/task.ts'

export const listTasks = endpoint('GET /task/projects/{id}/tasks', {
  summary: 'List the tasks of a project, newest first',
  isFunction: true,
  description:
    'For everyone who may see the project. Descriptions are left out; read the task for them. `created` is the only ' +
    'order that has no limit: any other is of the newest 1 000 tasks, of those with a status or an assignee where ' +
    'these are asked for, and tasks without a due date come last.',
  query: listQuery({
    q: words
      .optional()
      .meta(docs('Words in the task or its comments, or its key; best matches first, whatever `sort` says.')),
    ...taskFilters,
    sort: TaskSort.default('-created').meta(
      docs('In what order; with `-` the largest, latest or most urgent first.'),
    ),
  }),
  response: searchableListOf(TaskSummary),
  handle: async ({ actor, params, query: { q, sort, limit, cursor, ...query } }) => {
    const filters = filtersFor(actor, query)
    const page = { limit, cursor }
    const [found, list] = await Promise.all([
      projects.find(params),
      q === undefined ? queryTasks(params.id, filters, sort, page) : searchTasks(params.id, q, filters, page),
    ])
    const project = requireProject(actor, found)
    const items = await withLinked(list.items)
    return { ...list, items: items.map(({ task, parent }) => presentTask(project, task, parent)) }
  },
})
