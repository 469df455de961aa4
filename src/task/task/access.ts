import { withPresentAttachments } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import type { Wanted } from '../../platform/resource.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { requirement } from '../../platform/identity/policy.ts'
import { permissionMissing, projectPolicy, type ProjectAccess, type Who } from '../project/access.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { taskRef, tasks, type ListedTask, type StoredTask } from './task.ts'

const requireProjectOfTask = requirement(projectPolicy, tasks.absent)

/**
 * Returns the current project of a task; throws the task's own 404 if the project was deleted or the caller may not see
 * it.
 */
export const requireTask = async (actor: Actor, task: StoredTask) =>
  requireProjectOfTask(actor, await projects.find({ id: task.project_id }), { about: taskRef(task) })

/** Returns the parent of a task; undefined if it no longer exists. */
export const findParent = async ({ parent_id }: Pick<StoredTask, 'parent_id'>) =>
  parent_id === null ? undefined : tasks.find({ id: parent_id })

/** A task and its parent. */
export interface Linked<T = ListedTask> {
  task: T
  parent: ListedTask | undefined
}

/** Returns the parents of tasks by ID; loads the parents that `known` lacks in one round trip. */
const loadParentTasks = async (listed: { parent_id: string | null }[], known: ListedTask[]) => {
  const parents = new Map(known.map((task) => [task.id, task]))
  const ids = new Set(listed.flatMap(({ parent_id }) => parent_id ?? [])).difference(parents)
  const found = await tasks.findMany([...ids].map((id) => ({ id })))
  for (const task of found) if (task) parents.set(task.id, task)
  return parents
}

/** Adds current attachments and parents to tasks, in at most one round trip. */
export const withLinked = async <T extends Pick<ListedTask, 'parent_id' | 'attachments'>>(
  listed: T[],
  known: ListedTask[],
): Promise<Linked<T>[]> => {
  const [shown, parents] = await Promise.all([withPresentAttachments(listed), loadParentTasks(listed, known)])
  return shown.map((task) => ({ task, parent: parents.get(task.parent_id ?? '') }))
}

/** Loads projects by ID in one round trip. */
export const projectsById = async (ids: string[]): Promise<Map<string, StoredProject>> => {
  const found = await projects.findMany([...new Set(ids)].map((id) => ({ id })))
  return new Map(found.flatMap((project) => (project ? [[project.id, project] as const] : [])))
}

/**
 * Returns the tasks that a person may currently read, with their projects, in the order of `wanted`; undefined for the
 * others. Takes one round trip if the projects are given as containers, two otherwise.
 */
export const readableTasks = async (
  actor: Pick<Actor, 'id' | 'role' | 'groups'>,
  wanted: Wanted[],
): Promise<({ task: StoredTask; project: StoredProject } | undefined)[]> => {
  const containers = wanted.flatMap(({ container }) => container ?? [])
  const [found, known] = await Promise.all([tasks.findMany(wanted), projectsById(containers)])
  const others = found.flatMap((task) =>
    task && !containers.includes(task.project_id) ? [task.project_id] : [],
  )
  const around = new Map([...known, ...(await projectsById(others))])
  return found.map((task) => {
    const project = task && around.get(task.project_id)
    return project && projectPolicy.authorize(project, actor, { about: taskRef(task) })
      ? { task, project }
      : undefined
  })
}

/** Throws 403 unless the caller may change these fields: writers any field, assignees the status. */
export const requireTaskChange = (
  actor: Who,
  project: ProjectAccess,
  task: StoredTask,
  fields: string[],
): void => {
  const isOwnStatus = task.assignee_ids.includes(actor.id) && fields.every((field) => field === 'status')
  if (!isOwnStatus && !projectPolicy.allows(project, actor, 'write')) throw permissionMissing('write')
}

export const notTheCreator = problem(
  'task.not_the_creator',
  403,
  'Only the creator of the task, the creator of the project and administrators may delete the task.',
)

/** Throws 403 unless the caller created the task or the project, or is an administrator. */
export const requireTaskRemoval = (actor: Who, project: ProjectAccess, task: StoredTask): void => {
  if (task.created_by.id !== actor.id && !projectPolicy.allows(project, actor, 'manage'))
    throw notTheCreator()
}
