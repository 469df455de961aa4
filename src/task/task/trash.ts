import { toAttach } from '../../files/attachment/attachment.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { requirement } from '../../platform/identity/policy.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { purgePartition } from '../../platform/table/list/partition.ts'
import { ConflictError } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import type { NewPlace, TrashDefinition } from '../../platform/trash/definition.ts'
import { trashEntries, type StoredEntry } from '../../platform/trash/entry.ts'
import { eraseTrashed } from '../../platform/trash/erasure.ts'
import {
  findAnywhere,
  loadTrashedWithin,
  restoredThing,
  trashedThing,
} from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { containerMissing, parentMissing } from '../../platform/trash/problems.ts'
import { projectPolicy, readersAmong, requireActive, requireProjectWriter } from '../project/access.ts'
import { assignmentRows } from './assignment.ts'
import { children } from './child.ts'
import { projectCounts } from './completion.ts'
import { projects } from '../project/project.ts'
import { withoutAssignee } from './erasure.ts'
import { projectChild, requireParentTask, toAddToParent } from './parent.ts'
import { detachSubtasks } from './subtasks.ts'
import { presentTask, tasks, taskType, type StoredTask } from './task.ts'
import { trees } from '../project/tree.ts'

/** Returns the trash entry of a task; its comments stay where they are. */
export const trashedTask = (task: StoredTask) => ({
  type: taskType.type,
  id: task.id,
  title: task.title,
  owner_id: task.created_by.id,
  container_id: task.project_id,
  item: tasks.itemOf(task),
})

/**
 * Returns a restored task, with another parent if requested. Its counts of subtasks are 0 until these are reattached.
 */
const withNewParent = (task: StoredTask, { parent_id }: NewPlace): StoredTask => ({
  ...(parent_id === undefined ? task : tasks.toUpdate(task, { parent_id }).thing),
  subtask_count: 0,
  open_subtask_count: 0,
})

/**
 * Returns the parent of a restored task; throws 409 if the former parent can no longer hold the task, 422 if a new
 * parent given by the caller cannot.
 */
const findRestoredParent = async ({ id, project_id, parent_id }: StoredTask, isGiven: boolean) => {
  if (parent_id === null) return undefined
  return requireParentTask({ id, project_id }, parent_id).catch((error: unknown) => {
    throw error instanceof Problem && !isGiven ? parentMissing('task') : error
  })
}

const requireProject = requirement(projectPolicy, trashEntries.absent)

/** Time limit for detaching former subtasks in one request, in milliseconds. */
const detachMilliseconds = 3_000

const restoreTask = async (actor: Actor, entry: StoredEntry, place: NewPlace) => {
  const task = withNewParent(restoredThing(tasks, entry), place)
  const { project_id } = task
  const [project, tree, isDetached] = await Promise.all([
    projects.find({ id: project_id }),
    trees.find({ project_id }),
    detachSubtasks(task.id, Date.now() + detachMilliseconds),
  ])
  if (!project || !tree) throw containerMissing('project')
  requireProject(actor, project)
  const parent = await findRestoredParent(task, place.parent_id !== undefined)
  requireActive(project)
  if (!isDetached) throw new ConflictError()
  const { status, visibility } = project
  await transact([
    tasks.toRestore(task),
    children.toPut(projectChild(task)),
    projects.toIncrement(project, { add: projectCounts(task.status, 1), where: { status, visibility } }),
    ...toAddToParent(task).map((operation) => ({ ...operation, otherwise: undefined })),
    ...(task.parent_id === null ? [] : [trees.toUpdate(tree, {})]),
    ...toAttach('task', task.id, [], task.attachments),
    ...assignmentRows.toSync(undefined, task),
    ...toTakeOut(entry),
  ])
  return presentTask(project, task, parent)
}

/** People who may delete a task may restore it; writers of its project see it in the trash. */
export const taskTrash: TrashDefinition = {
  load: loadTrashedWithin(tasks, projects, (task, project, reader, entry) => {
    const permission = projectPolicy.authorize(project, reader)?.permission
    if (!permission) return undefined
    if (permission === 'manage' || task.created_by.id === reader.id) return 'purge'
    return permission === 'write' || entry.deleted_by.id === reader.id ? 'see' : undefined
  }),
  requireContainer: async (actor, id) => {
    requireProjectWriter(actor, await projects.find({ id }))
  },
  concerned: async (entry) => {
    const task = trashedThing(tasks, entry)
    const project = await findAnywhere(projects, task.project_id)
    const people = [...new Set([task.created_by.id, ...task.assignee_ids])]
    return { items: project ? await readersAmong(project, people) : [], next_cursor: null }
  },
  takes: ['parent_id'],
  restore: restoreTask,
  erase: eraseTrashed(tasks, { changesOf: withoutAssignee, ownerOf: ({ created_by }) => created_by }),
  sweep: ({ id }, until) => purgePartition(tasks.keyOf({ id }).pk, until),
}
