import { docs } from '#docs'
import { bulkIds, BulkResults, changeInBulk } from '../../platform/http/bulk.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { requireProject } from '../project/access.ts'
import { projects } from '../project/project.ts'
import { requireTask } from '../task/access.ts'
import { changeTask } from '../task/changes.ts'
import { TaskInput, tasks } from '../task/task.ts'

const TaskChanges = updateOf(TaskInput.omit({ attachments: true }), z.object({})).meta(
  docs('Changes of each task, as in an update of one. Files are attached to single tasks.', {
    id: 'TaskChanges',
    examples: [{ status: 'done' }],
  }),
)

/** Returns a function that loads a task; it throws 404 for a task of another project. */
const loaderOf = (project_id: string) => async (id: string) => {
  const task = await tasks.get({ id })
  if (task.project_id !== project_id) throw tasks.absent()
  return task
}

export const updateTasks = endpoint('POST /task/projects/{id}/tasks/bulk', {
  summary: 'Update several tasks of a project',
  success: 'The result for each task.',
  isFunction: true,
  isRepeatable: true,
  description:
    'Each task is changed with its own checks, so that some may fail; their `detail` says why. A retry with the ' +
    'same `Idempotency-Key` changes only the tasks that failed.',
  body: z.strictObject({ ids: bulkIds, changes: TaskChanges }).meta({ id: 'TaskBulkUpdate' }),
  response: BulkResults,
  // never files.not_arrived: no file is attached
  // never files.wrong_size: no file is attached
  // never task.permission_missing: it is the result of one task
  // never task.project_archived: it is the result of one task
  // never task.task_not_found: it is the result of one task
  handle: async ({ actor, params, body: { ids, changes } }) => {
    requireProject(actor, await projects.find(params))
    const load = loaderOf(params.id)
    return changeInBulk(
      ids,
      {
        change: (id) => changeTask(actor, () => load(id), changes, undefined, undefined),
        read: async (id) => {
          const task = await load(id)
          await requireTask(actor, task)
          return task
        },
      },
      'POST /task/projects/{id}/tasks/bulk',
    )
  },
})
