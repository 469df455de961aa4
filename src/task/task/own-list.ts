import type { Actor } from '../../platform/identity/actor.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'
import { readList, type ListPage, type PageRequest } from '../../platform/table/list/list.ts'
import { projectPolicy, taskRef } from '../project/access.ts'
import { assignments } from './assignment.ts'
import { withLinked } from './list.ts'
import { projects } from '../project/project.ts'
import { presentTask, TaskStatus } from './task.ts'

type Assignment = SummaryOf<ThingOf<typeof assignments>>

/** Assigned tasks as somebody may see them now; undefined where they may not. One round trip. */
export const showAssigned = async (actor: Actor, rows: Assignment[]) => {
  const [around, linked] = await Promise.all([projectsOf(rows), withLinked(rows)])
  return linked.map(({ task, parent }) => {
    const project = around.get(task.project_id)
    const decision = project && projectPolicy.authorize(project, actor, { about: taskRef(task) })
    return project && decision ? presentTask(project, task, parent) : undefined
  })
}

/** The projects of tasks by their ids, in one round trip. */
export const projectsOf = async (rows: { project_id: string }[]) => {
  const ids = [...new Set(rows.map(({ project_id }) => project_id))]
  const found = await projects.findMany(ids.map((id) => ({ id })))
  return new Map(found.flatMap((project) => (project ? [[project.id, project]] : [])))
}

/** A page of what somebody is to do, over all projects that they may see, by due date. Two round trips. */
export const queryOwnTasks = async (
  actor: Actor,
  statuses: TaskStatus[] = TaskStatus.options,
  page: PageRequest,
) => {
  const { items, next_cursor } = await readList(
    statuses.flatMap((status) => assignments.in('ofUser', { user_id: actor.id, status })),
    page,
  )
  const shown = await showAssigned(actor, items)
  return { items: shown.flatMap((task) => task ?? []), next_cursor } satisfies ListPage<unknown>
}
