import type { Actor } from '../../platform/identity/actor.ts'
import type { Wanted } from '../../platform/resource.ts'
import { requirement } from '../../platform/identity/policy.ts'
import { projectPolicy, taskRef } from '../project/access.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { tasks, type StoredTask } from './task.ts'

const requireProjectOfTask = requirement(projectPolicy, tasks.absent)

/** The project of a task as it is now; throws the task's own 404 when the caller may not see it, or it has gone. */
export const requireTask = async (actor: Actor, task: StoredTask) =>
  requireProjectOfTask(actor, await projects.find({ id: task.project_id }), { about: taskRef(task) })

/** The task that another is below; none where that is gone. */
export const findParent = async ({ parent_id }: Pick<StoredTask, 'parent_id'>) =>
  parent_id === null ? undefined : tasks.find({ id: parent_id })

const findProjects = async (ids: string[]): Promise<Map<string, StoredProject>> => {
  const found = await projects.findMany([...new Set(ids)].map((id) => ({ id })))
  return new Map(found.flatMap((project) => (project ? [[project.id, project] as const] : [])))
}

/**
 * Those of the tasks that somebody may read now, with their projects, in the order of `wanted`; undefined for the
 * others. One round trip where the projects are known as their containers, else two.
 */
export const readableTasks = async (
  actor: Pick<Actor, 'id' | 'role'>,
  wanted: Wanted[],
): Promise<({ task: StoredTask; project: StoredProject } | undefined)[]> => {
  const containers = wanted.flatMap(({ container }) => container ?? [])
  const [found, known] = await Promise.all([tasks.findMany(wanted), findProjects(containers)])
  const others = found.flatMap((task) =>
    task && !containers.includes(task.project_id) ? [task.project_id] : [],
  )
  const around = new Map([...known, ...(await findProjects(others))])
  return found.map((task) => {
    const project = task && around.get(task.project_id)
    return project && projectPolicy.authorize(project, actor, { about: taskRef(task) })
      ? { task, project }
      : undefined
  })
}
