import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { queryEverywhere, searchEverywhere } from '../task/everywhere-list.ts'
import { everywhereFilters, resolveFilters } from '../task/filters.ts'
import { TaskSort } from '../task/sorted-task.ts'
import { TaskSummary } from '../task/task.ts'

export const listMyTasks = endpoint('GET /task/tasks', {
  summary: 'List tasks of all projects',
  success: 'A page of tasks, and the cursor of the next page.',
  isFunction: true,
  description:
    'Without `assignee_id`, `created_by` and `project_id`, lists the tasks assigned to the caller; with ' +
    'one of them, the matching tasks of all projects that the caller may read. Sorted by due date, with ' +
    'tasks without one last, unless `sort` is sent. All tasks are sorted in lists of projects, in lists ' +
    'of assignees by `due_date`, and in any list by `created`; otherwise, only the newest 1,000 tasks of ' +
    'each assignee or creator.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the task or its comments, or its key; best matches first.')),
    ...everywhereFilters,
    sort: TaskSort.optional().meta(
      docs(
        'Sort order; with `-`, the largest, latest or most urgent tasks first. Default `due_date`; with `q`, ' +
          'the order of the best 1,000 matches.',
      ),
    ),
  }),
  response: searchableListOf(TaskSummary),
  handle: ({ actor, query: { q, sort, limit, cursor, ...query } }) => {
    const given = resolveFilters(actor, query)
    const isOpen = given.assignee_id ?? given.created_by ?? given.project_id
    const filters = isOpen ? given : { ...given, assignee_id: [actor.id] }
    const page = { limit, cursor }
    return q === undefined
      ? queryEverywhere(actor, filters, sort ?? 'due_date', page)
      : searchEverywhere(actor, q, filters, sort, page)
  },
})
