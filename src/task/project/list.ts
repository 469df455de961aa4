import type { Actor } from '../../platform/identity/actor.ts'
import { holdersOf } from '../../platform/identity/members.ts'
import { readShared } from '../../platform/sharing/shared-list.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { projectKind, projectPolicy } from './access.ts'
import { membershipRanges } from './membership.ts'
import { presentProject, projects, ProjectStatus } from './project.ts'

/**
 * Returns one page of the projects that the caller may see, newest first: internal projects, and private projects of
 * the caller (all private projects for administrators). Takes one round trip, and one more if private projects of the
 * caller are on the page.
 */
export const queryProjects = async (
  actor: Actor,
  statuses: ProjectStatus[] = ProjectStatus.options,
  page: PageRequest,
) => {
  const projectRanges = (visibility: 'internal' | 'private') =>
    statuses.flatMap((status) => projects.in('newest', { visibility, status }))
  if (actor.role === 'admin') {
    const found = await readList([...projectRanges('internal'), ...projectRanges('private')], page)
    const seen = found.items.filter((project) => projectPolicy.authorize(project, actor))
    return { ...found, items: seen.map(presentProject) }
  }

  const own = holdersOf(actor).flatMap((user_id) => membershipRanges(user_id, statuses))
  const sources = [...projectRanges('internal'), ...own]
  const { items, next_cursor } = await readShared(projectKind, sources, page)
  const seen = items.filter(
    (project) => projectPolicy.authorize(project, actor) && statuses.includes(project.status),
  )
  return { items: seen.map(presentProject), next_cursor }
}
