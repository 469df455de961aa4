import type * as z from '../../platform/schema/schema.ts'
import { attachable } from '../../files/attachment/attachable-files.ts'
import { toAttach } from '../../files/attachment/attachment.ts'
import { presentAttachments } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import { transact, writeTogether } from '../../platform/table/table.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { toTrash } from '../../platform/trash/moves.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { requireActive } from '../project/access.ts'
import { assignmentFields, findAssignees } from './assignees.ts'
import { assignmentRows } from './assignment.ts'
import { children } from './child.ts'
import { completedAt, projectCountChanges, projectCounts } from './completion.ts'
import { requireDateOrder } from '../project/dates.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { findParent, requireTask, requireTaskChange, requireTaskRemoval } from './access.ts'
import { projectChild, requireParentTask, toRemoveFromParent, toSyncParent } from './parent.ts'
import { visibleAttachments, withHidden } from './attachments.ts'
import {
  newAttribution,
  presentTask,
  tasks,
  type Attribution,
  type StoredTask,
  type TaskInput,
} from './task.ts'
import { trashedTask } from './trash.ts'
import { trees, type Tree } from '../project/tree.ts'

/** Requested changes, with files by ID. */
type TaskChanges = Changes<z.output<typeof TaskInput>>

/** Returns the names of the fields that would change. */
const changedTaskFields = (task: StoredTask, changes: TaskChanges) => {
  const present = { ...task, attachments: task.attachments.map(({ id }) => id) }
  return Object.keys(changedFields<TaskChanges>(present, changes)) as (keyof TaskChanges)[]
}

/** Returns the fields of a task derived from other changes. */
const derivedFields = (current: StoredTask, { status, due_date }: TaskChanges, attribution: Attribution) => ({
  completed_at: status && completedAt(status, current.completed_at),
  completed: status === 'done' && current.status !== 'done' ? attribution : undefined,
  due_moved: due_date === undefined || due_date === current.due_date ? undefined : attribution,
})

/** Returns the write that updates the counts of the project after a change of status. */
const toSyncProject = ({ project_id: id, status }: StoredTask, after: StoredTask): Operation[] => {
  const amounts = projectCountChanges(status, after.status)
  return amounts ? [{ ...projects.toAddAll({ id }, amounts), otherwise: undefined }] : []
}

/**
 * Returns the writes that update parent, attachments and assignment rows of a task; `tree` was loaded if the task
 * moves.
 */
const toSyncTask = (before: StoredTask, after: StoredTask, tree: Tree | undefined): Operation[] => [
  ...toSyncParent(before, after),
  ...toSyncProject(before, after),
  ...(before.parent_id !== after.parent_id && tree ? [trees.toUpdate(tree, {})] : []),
  ...toAttach('task', before.id, before.attachments, after.attachments),
  ...assignmentRows.toSync(before, after),
]

/** Loads the project of a task, its parent, the tree if the task moves, and its current attachments. */
const loadForChange = (actor: Actor, task: StoredTask, { parent_id }: TaskChanges) =>
  Promise.all([
    requireTask(actor, task),
    findParent(task),
    parent_id ? trees.find({ project_id: task.project_id }) : undefined,
    presentAttachments(task.attachments),
  ])

/**
 * Throws if the changes are not allowed: 403 for a missing permission, 422 for another project, invalid dates or an
 * invalid parent. Returns the new parent.
 */
const requireAllowedChanges = async (
  actor: Actor,
  project: StoredProject,
  task: StoredTask,
  changes: TaskChanges,
  given_project_id: string | undefined,
): Promise<StoredTask | undefined> => {
  requireTaskChange(actor, project, task, changedTaskFields(task, changes))
  requireFixed(task, { project_id: given_project_id }, 'a task cannot move to another project')
  requireDateOrder(changes, task)
  const isMoved = changes.parent_id && changes.parent_id !== task.parent_id
  return isMoved ? requireParentTask(task, changes.parent_id as string) : undefined
}

/** Changes a task; throws 403 for a missing permission, 422 for invalid assignees, dates or parent, 412, 409. */
export const changeTask = async (
  actor: Actor,
  load: () => Promise<StoredTask>,
  changes: TaskChanges,
  given_project_id: string | undefined,
  ifMatch: IfMatch,
) => {
  requireDateOrder(changes)
  const { assignee_ids, attachments: file_ids, ...fields } = changes
  const [first, people] = await Promise.all([load(), assignee_ids && findAssignees(assignee_ids)])
  return tasks.modify(first, async (read) => {
    const { attachments: listed } = read
    const all = [...new Set([...(file_ids ?? []), ...listed.map((file) => file.id)])]
    // the caller's permission to change the task is checked first
    const attaching = awaitLater(attachable(actor, all, 'attachments', listed))
    const [project, above, tree, shown] = await loadForChange(actor, read, changes)
    const current = { ...read, parent_id: above?.id ?? null }
    const attached = file_ids && withHidden(file_ids, listed, shown)
    const wanted = { ...changes, attachments: attached }
    // after the tree was loaded, so that a later move by another request makes this one stale
    const below = (await requireAllowedChanges(actor, project, current, wanted, given_project_id)) ?? above
    // one time for all changes, so that a new assignee is not also notified of a moved due date
    const attribution = newAttribution(actor)
    const assigned = people && assignmentFields(project, people, attribution, current)
    const found = await attaching
    const attachments = attached?.flatMap((id) => found.find((file) => file.id === id) ?? [])
    const update = tasks.toUpdate(
      current,
      { ...fields, ...assigned, attachments, ...derivedFields(current, changes, attribution) },
      ifMatch,
    )
    requireActive(project)
    if (!update.isSame) await writeTogether([update, ...toSyncTask(current, update.thing, tree)])
    const task = update.isSame ? current : update.thing
    const answer = { ...task, attachments: visibleAttachments(task.attachments, listed, shown) }
    return presentTask(project, answer, task.parent_id === null ? undefined : below)
  })
}

/** Moves a task and its comments to the trash; its subtasks no longer have a parent. */
export const removeTask = async (actor: Actor, id: string, ifMatch: IfMatch) =>
  tasks.modify(await tasks.get({ id }), async (read) => {
    const [project, parent] = await Promise.all([requireTask(actor, read), findParent(read)])
    const current = { ...read, parent_id: parent?.id ?? null }
    requireTaskRemoval(actor, project, current)
    const removal = tasks.toRemoveRead(current, [], ifMatch)
    requireActive(project)
    await transact([
      removal,
      children.toRemove(projectChild(current)),
      {
        ...projects.toAddAll({ id: current.project_id }, projectCounts(current.status, -1)),
        otherwise: tasks.absent(),
      },
      ...toTrash(actor, trashedTask(current)),
      ...toRemoveFromParent(current),
      ...toAttach('task', id, current.attachments, []),
      ...assignmentRows.toSync(current, undefined),
    ])
  })
