import { invalid } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { children } from './child.ts'
import { projects } from '../project/project.ts'
import { tasks, type StoredTask } from './task.ts'

/** How many tasks may be above another; each is read when something is put below the last. */
const maxDepth = 100

export const invalidParent = () => invalid('parent_id', 'must be the id of a task of the project')

/** Throws 422 when the task cannot be put below `parent_id`: one of another project, itself, or one below it. */
export const requireParent = async (
  { id, project_id }: Pick<StoredTask, 'id' | 'project_id'>,
  parent_id: string,
): Promise<void> => {
  let next: string | null = parent_id
  for (let depth = 0; next !== null; depth++) {
    if (next === id) throw invalid('parent_id', 'must not be the task itself or one below it')
    if (depth === maxDepth) throw invalid('parent_id', `must have at most ${maxDepth} tasks above it`)
    const above: StoredTask | undefined = await tasks.find({ id: next })
    if (depth === 0 && above?.project_id !== project_id) throw invalidParent()
    next = above?.parent_id ?? null
  }
}

/** That a task is in its project. */
export const projectChild = ({ id, project_id }: Pick<StoredTask, 'id' | 'project_id'>) => ({
  parent: projects.keyOf({ id: project_id }).pk,
  id,
})

/** That a task is below another one. */
const parentChild = (parent_id: string, id: string) => ({ parent: tasks.keyOf({ id: parent_id }).pk, id })

/** The writes that put a task below its parent, which must still be there; none where there is no parent. */
export const toAddToParent = ({ id, parent_id }: Pick<StoredTask, 'id' | 'parent_id'>): Operation[] =>
  parent_id === null
    ? []
    : [
        children.toPut(parentChild(parent_id, id)),
        { ...tasks.toRequire({ id: parent_id }), otherwise: invalidParent() },
      ]

/** The writes that take a task away from below its parent. */
export const toRemoveFromParent = ({ id, parent_id }: Pick<StoredTask, 'id' | 'parent_id'>): Operation[] =>
  parent_id === null ? [] : [children.toRemove(parentChild(parent_id, id))]
