import { readList } from '../../platform/table/list/list.ts'
import { purgePartition, repeatUntil } from '../../platform/table/list/partition.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { children } from './child.ts'
import { counters } from '../project/counter.ts'
import { projects } from '../project/project.ts'
import { detachSubtasks } from './subtasks.ts'
import { tasks } from './task.ts'
import { trees } from '../project/tree.ts'

const atOnce = 100

const readChildBatch = async (parent: string) =>
  (await readList(children.in('of', { parent }), { limit: atOnce })).items

/**
 * Removes the tasks of a deleted project. No task is added meanwhile, because every write of a new task requires the
 * project. The row of a task is removed after the task, so that an interrupted sweep can resume. Returns false if the
 * time `until` (milliseconds since 1970) passes before the end.
 */
export const sweepProject = (project_id: string, until: number): Promise<boolean> => {
  const parent = projects.keyOf({ id: project_id }).pk
  return repeatUntil(until, async () => {
    const listed = await readChildBatch(parent)
    await removeBatch(listed.map(tasks.keyOf))
    await removeBatch(listed.map(children.keyOf))
    if (listed.length > 0) return false
    await removeBatch([counters.keyOf({ project_id }), trees.keyOf({ project_id })])
    return true
  })
}

/**
 * Detaches the subtasks of a deleted task, and removes its other items, such as comments, unless the task is in the
 * trash. Returns false like `sweepProject`.
 */
export const sweepTask = async (task_id: string, project_id: string, until: number): Promise<boolean> => {
  const isProjectThere = (await projects.find({ id: project_id })) !== undefined
  if (isProjectThere && !(await detachSubtasks(task_id, until))) return false
  return !(await isGoneForGood(tasks, task_id)) || purgePartition(tasks.keyOf({ id: task_id }).pk, until)
}
