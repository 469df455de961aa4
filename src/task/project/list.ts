import type { Actor } from '../../platform/identity/actor.ts'
import { holdersOf } from '../../platform/identity/members.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { projectPolicy } from './access.ts'
import { membershipRanges, type projectMemberships } from './membership.ts'
import { presentProject, projects, ProjectStatus, type StoredProject } from './project.ts'

type Row = SummaryOf<StoredProject> | ThingOf<typeof projectMemberships>

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
  const rangesOf = (visibility: 'internal' | 'private') =>
    statuses.flatMap((status) => projects.in('newest', { visibility, status }))
  if (actor.role === 'admin') {
    const found = await readList([...rangesOf('internal'), ...rangesOf('private')], page)
    const seen = found.items.filter((project) => projectPolicy.authorize(project, actor))
    return { ...found, items: seen.map(presentProject) }
  }

  const own = holdersOf(actor).flatMap((user_id) => membershipRanges(user_id, statuses))
  const { items, next_cursor } = await readList<Row>([...rangesOf('internal'), ...own], page)
  const ids = items.flatMap((row) => ('user_id' in row ? [{ id: row.project_id }] : []))
  const joined = new Map((await projects.findMany(ids)).map((project) => [project?.id, project]))
  const seen = items.flatMap((row) => {
    const project = 'user_id' in row ? joined.get(row.project_id) : row
    const isSeen = project && projectPolicy.authorize(project, actor) && statuses.includes(project.status)
    return isSeen ? [presentProject(project)] : []
  })
  return { items: seen, next_cursor }
}
