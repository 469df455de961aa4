import { anyOf, equals, isAbsent } from '../../platform/table/condition.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { counterPath } from '../../platform/table/increment.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { transact } from '../../platform/table/table.ts'
import { comments } from '../comment/comment.ts'
import { isStillOpen } from './completion.ts'
import { countNames, tasks, type StoredTask } from './task.ts'
import { children } from './child.ts'

/** The table's stream hands over a new task within seconds; `npm run replay`, those from before. */
const newMilliseconds = 600_000

/** Whether a task that is handed over without a former state may be from before tasks had counts. */
export const isFromBefore = ({ created_at }: StoredTask): boolean =>
  Date.parse(created_at) < Date.now() - newMilliseconds

const countOf = async ({ id }: StoredTask) => {
  const [said, below] = await Promise.all([
    readAll(comments.in('all', { task_id: id })),
    readAll(children.in('of', { parent: tasks.keyOf({ id }).pk })),
  ])
  const subtasks = (await tasks.findMany(below)).filter((task) => task?.parent_id === id)
  return {
    comment_count: said.length,
    subtask_count: subtasks.length,
    open_subtask_count: subtasks.filter((task) => task && isStillOpen(task)).length,
  }
}

/** Counts again what there is of a task, and sets right what differs, unless others have counted meanwhile. */
export const recount = ({ id }: { id: string }): Promise<void> =>
  retryOnConflict(async () => {
    const task = await tasks.find({ id })
    if (!task) return
    const counts = await countOf(task)
    const wrong = countNames.filter((name) => task[name] !== counts[name])
    if (wrong.length === 0) return
    const add = Object.fromEntries(wrong.map((name) => [name, counts[name] - task[name]]))
    const { require = [], ...update } = tasks.toAddAll({ id }, add)
    const unchanged = wrong.map((name) =>
      anyOf(isAbsent(counterPath(name)), equals(counterPath(name), task[name])),
    )
    await transact([{ ...update, require: [...require, ...unchanged], otherwise: undefined }])
  })
