import { Problem } from '../../platform/runtime/problem.ts'
import { readList } from '../../platform/table/list/list.ts'
import { repeatUntil } from '../../platform/table/list/partition.ts'
import { isAbsent } from '../../platform/table/condition.ts'
import { transact } from '../../platform/table/table.ts'
import { assignmentRows } from './assignment.ts'
import { children } from './child.ts'
import { requireParentTask, toCountBelow } from './parent.ts'
import { tasks, type StoredTask } from './task.ts'
import { trees } from '../project/tree.ts'

const atOnce = 100

/**
 * Calls `work` for each task recorded as a subtask when its parent last existed. Returns false if the time `until`
 * passes before the end.
 */
const forEachSubtask = (id: string, until: number, work: (task: StoredTask) => Promise<void>) => {
  let cursor: string | undefined
  return repeatUntil(until, async () => {
    const listed = await readList(children.in('of', { parent: tasks.keyOf({ id }).pk }), {
      limit: atOnce,
      cursor,
    })
    const found = await tasks.findMany(listed.items)
    for (const task of found) if (task) await work(task)
    cursor = listed.next_cursor ?? undefined
    return listed.next_cursor === null
  })
}

/** Detaches the subtasks of a deleted task; keeps their rows for a restoration. */
export const detachSubtasks = (id: string, until: number): Promise<boolean> =>
  forEachSubtask(id, until, (first) =>
    tasks.modify(first, async (current) => {
      if (current.parent_id !== id || (await tasks.find({ id }))) return
      const update = tasks.toUpdate(current, { parent_id: null })
      // a restored parent counts its subtasks
      const gone = { key: tasks.keyOf({ id }), require: [isAbsent('pk')] }
      await transact([update, gone, ...assignmentRows.toSync(current, update.thing)])
    }),
  )

const isPossible = (task: StoredTask, parent_id: string): Promise<boolean> =>
  requireParentTask(task, parent_id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    },
  )

/** Reattaches the former subtasks of a restored task, unless they have another parent. */
export const attachSubtasks = (id: string, until: number): Promise<boolean> =>
  forEachSubtask(id, until, (first) =>
    tasks.modify(first, async (current) => {
      if (current.parent_id !== null) return
      const tree = await trees.find({ project_id: current.project_id })
      if (!tree || !(await isPossible(current, id))) return
      const update = tasks.toUpdate(current, { parent_id: id })
      const synced = assignmentRows.toSync(current, update.thing)
      await transact([update, trees.toUpdate(tree, {}), toCountBelow(id, update.thing, 1), ...synced])
    }),
  )
