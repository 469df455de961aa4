import { invalid } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { children } from './child.ts'
import { isStillOpen } from './completion.ts'
import { projects } from '../project/project.ts'
import { tasks, type StoredTask } from './task.ts'

/** Maximum number of ancestors of a task; each is read when a task is moved below another. */
const maxDepth = 100

export const invalidParentTask = () => invalid('parent_id', 'must be the ID of a task of the project')

/**
 * Returns the parent; throws 422 if it is in another project, is the task itself or one of its descendants, or has too
 * many ancestors.
 */
export const requireParentTask = async (
  { id, project_id }: Pick<StoredTask, 'id' | 'project_id'>,
  parent_id: string,
): Promise<StoredTask> => {
  let next: string | null = parent_id
  let parent: StoredTask | undefined
  for (let depth = 0; next !== null; depth++) {
    if (next === id) throw invalid('parent_id', 'must not be the task itself or one of its descendants')
    if (depth === maxDepth) throw invalid('parent_id', `must have at most ${maxDepth} ancestors`)
    const above: StoredTask | undefined = await tasks.find({ id: next })
    parent ??= above
    if (parent?.project_id !== project_id) throw invalidParentTask()
    next = above?.parent_id ?? null
  }
  return parent as StoredTask
}

/** Returns the row of a task in its project. */
export const projectChild = ({ id, project_id }: Pick<StoredTask, 'id' | 'project_id'>) => ({
  parent: projects.keyOf({ id: project_id }).pk,
  id,
})

/** Returns the row of a task below its parent. */
const parentChild = (parent_id: string, id: string) => ({ parent: tasks.keyOf({ id: parent_id }).pk, id })

type Placed = Pick<StoredTask, 'id' | 'parent_id' | 'status'>

/**
 * Returns the write that adds a task to the counts of its parent or subtracts it; it conflicts if the parent was
 * deleted.
 */
export const toCountBelow = (parent_id: string, task: Placed, amount: 1 | -1): Operation => ({
  ...tasks.toAddAll(
    { id: parent_id },
    { subtask_count: amount, open_subtask_count: isStillOpen(task) ? amount : 0 },
  ),
  otherwise: undefined,
})

/** Returns the writes that put a task below its parent, which must exist; none for a task without a parent. */
export const toAddToParent = (task: Placed): Operation[] =>
  task.parent_id === null
    ? []
    : [
        children.toPut(parentChild(task.parent_id, task.id)),
        { ...toCountBelow(task.parent_id, task, 1), otherwise: invalidParentTask() },
      ]

/** Returns the writes that remove a task from its parent. */
export const toRemoveFromParent = (task: Placed): Operation[] =>
  task.parent_id === null
    ? []
    : [children.toRemove(parentChild(task.parent_id, task.id)), toCountBelow(task.parent_id, task, -1)]

/** Returns the writes that update the parent after a change of a task. */
export const toSyncParent = (before: Placed, after: Placed): Operation[] => {
  const { parent_id } = after
  if (before.parent_id !== parent_id) return [...toRemoveFromParent(before), ...toAddToParent(after)]
  const amount = Number(isStillOpen(after)) - Number(isStillOpen(before))
  if (amount === 0 || parent_id === null) return []
  return [{ ...tasks.toAdd({ id: parent_id }, 'open_subtask_count', amount), otherwise: undefined }]
}
