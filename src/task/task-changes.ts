import type * as z from '../platform/schema/schema.ts'
import { attachable, toAttach } from '../files/attachment.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { requireFixed } from '../platform/schema/fields.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import type { Operation } from '../platform/table/operation.ts'
import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { awaitLater } from '../platform/runtime/await-later.ts'
import { requireActive, requireChange, requireRemoval } from './access.ts'
import { assignmentFields, findAssignees } from './assignees.ts'
import { assignmentRows } from './assignment.ts'
import { children } from './child.ts'
import { completedAt } from './completion.ts'
import { requireDateOrder } from './dates.ts'
import { projects } from './project.ts'
import { requireTask, withoutDeletedParent } from './task-access.ts'
import { projectChild, requireParent, toAddToParent, toRemoveFromParent } from './task-tree.ts'
import { attributionOf, type Attribution } from './attribution.ts'
import { presentTask, tasks, type StoredTask, type TaskInput } from './task.ts'
import { trees, type Tree } from './tree.ts'

/** What is asked for: files by their ids. */
type TaskChanges = Changes<z.output<typeof TaskInput>>

/** The fields that would be another value than they are. */
const changedFields = (task: StoredTask, changes: TaskChanges) =>
  (Object.keys(changes) as (keyof TaskChanges)[]).filter((field) => {
    const present = field === 'attachments' ? task.attachments.map(({ id }) => id) : task[field]
    return changes[field] !== undefined && JSON.stringify(changes[field]) !== JSON.stringify(present)
  })

const writeTogether = (operations: Operation[]) => {
  const [only, ...others] = operations
  return only && others.length === 0 ? writeItem(only) : transact(operations)
}

/** What follows from changes in other fields of a task. */
const derivedFields = (current: StoredTask, { status, due_date }: TaskChanges, attribution: Attribution) => ({
  completed_at: status && completedAt(status, current.completed_at),
  due_moved: due_date === undefined || due_date === current.due_date ? undefined : attribution,
})

/** The writes by which parent, attachments and assignments follow a task; `tree` where it was read for a move. */
const toSyncTask = (before: StoredTask, after: StoredTask, tree: Tree | undefined): Operation[] => {
  const isMoved = before.parent_id !== after.parent_id
  return [
    ...(isMoved ? [...toRemoveFromParent(before), ...toAddToParent(after)] : []),
    ...(isMoved && tree ? [trees.toUpdate(tree, {})] : []),
    ...toAttach('task', before.id, before.attachments, after.attachments),
    ...assignmentRows.toSync(before, after),
  ]
}

/** Changes a task; throws 403 by who may change what, 422 for people, dates or a parent that cannot be, 412, 409. */
export const changeTask = async (
  actor: Actor,
  id: string,
  changes: TaskChanges,
  given_project_id: string | undefined,
  ifMatch: IfMatch,
) => {
  requireDateOrder(changes)
  const { assignee_ids, attachments: file_ids, ...fields } = changes
  const [first, people] = await Promise.all([tasks.get({ id }), assignee_ids && findAssignees(assignee_ids)])
  return tasks.modify(first, async (read) => {
    const { project_id } = read
    // whether the caller may change it comes first
    const attaching = awaitLater(attachable(actor, file_ids ?? [], 'attachments', read.attachments))
    const [project, current, tree] = await Promise.all([
      requireTask(actor, read),
      withoutDeletedParent(read),
      fields.parent_id ? trees.find({ project_id }) : undefined,
    ])
    requireChange(actor, project, current, changedFields(current, changes))
    requireFixed(current, { project_id: given_project_id }, 'a task cannot move to another project')
    requireDateOrder(fields, current)
    // after the tree was read: what others move from then on makes this one stale
    if (fields.parent_id && fields.parent_id !== current.parent_id)
      await requireParent(current, fields.parent_id)
    // one time for all: who is given a task is not told that its date has moved
    const attribution = attributionOf(actor)
    const assigned = people && assignmentFields(project, people, attribution, current)
    const attachments = file_ids && (await attaching)
    const update = tasks.toUpdate(
      current,
      { ...fields, ...assigned, attachments, ...derivedFields(current, changes, attribution) },
      ifMatch,
    )
    requireActive(project)
    if (update.isSame) return presentTask(project, current)
    await writeTogether([update, ...toSyncTask(current, update.thing, tree)])
    return presentTask(project, update.thing)
  })
}

/** Removes a task; what is said about it goes with it, and the tasks below it are below none from then on. */
export const removeTask = async (actor: Actor, id: string, ifMatch: IfMatch) =>
  tasks.modify(await tasks.get({ id }), async (current) => {
    const project = await requireTask(actor, current)
    requireRemoval(actor, project, current)
    const removal = tasks.toRemoveRead(current, [], ifMatch)
    requireActive(project)
    await transact([
      removal,
      children.toRemove(projectChild(current)),
      { ...projects.toAdd({ id: current.project_id }, 'task_count', -1), otherwise: tasks.absent() },
      ...toRemoveFromParent(current),
      ...toAttach('task', id, current.attachments, []),
      ...assignmentRows.toSync(current, undefined),
    ])
  })

/** Takes a task away from below one that is gone. */
export const clearParent = (first: StoredTask, gone: string) =>
  tasks.modify(first, async (current) => {
    if (current.parent_id !== gone) return
    const update = tasks.toUpdate(current, { parent_id: null })
    await writeTogether([update, ...assignmentRows.toSync(current, update.thing)])
  })
