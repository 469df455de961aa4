import { readList } from '../../platform/table/list/list.ts'
import { purgePartition, repeatUntil } from '../../platform/table/list/partition.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { children } from '../task/child.ts'
import { counters } from './counter.ts'
import { projects } from './project.ts'
import { detachSubtasks } from '../task/subtasks.ts'
import { tasks } from '../task/task.ts'
import { trees } from '../task/tree.ts'

const atOnce = 100

const childrenOf = async (parent: string) =>
  (await readList(children.in('of', { parent }), { limit: atOnce })).items

/**
 * Removes the tasks of a project that is gone: nothing new comes into it, since all that is made is made on condition
 * that the project is there. A task is struck off the project's list after it was removed, so that it can be gone on
 * with at any time. False when the time `until` (milliseconds since 1970) came before the end.
 */
export const sweepProject = (project_id: string, until: number): Promise<boolean> => {
  const parent = projects.keyOf({ id: project_id }).pk
  return repeatUntil(until, async () => {
    const listed = await childrenOf(parent)
    await removeBatch(listed.map(tasks.keyOf))
    await removeBatch(listed.map(children.keyOf))
    if (listed.length > 0) return false
    await removeBatch([counters.keyOf({ project_id }), trees.keyOf({ project_id })])
    return true
  })
}

/**
 * Takes the tasks below one that is gone away from it, and removes what is with it, its comments, unless it is in the
 * trash. False as `sweepProject`.
 */
export const sweepTask = async (task_id: string, project_id: string, until: number): Promise<boolean> => {
  const isProjectThere = (await projects.find({ id: project_id })) !== undefined
  if (isProjectThere && !(await detachSubtasks(task_id, until))) return false
  return !(await isGoneForGood(tasks, task_id)) || purgePartition(tasks.keyOf({ id: task_id }).pk, until)
}
