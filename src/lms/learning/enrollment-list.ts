import { groupMemberships } from '../../groups/group/group.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { groups } from '../../platform/identity/group.ts'
import { users, userSearchScopes } from '../../platform/identity/user.ts'
import { now } from '../../platform/runtime/time.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { readList, type ListPage, type PageRequest } from '../../platform/table/list/list.ts'
import { readVisible } from '../../platform/table/list/visible-list.ts'
import { coursePolicy } from '../course/access.ts'
import type { EnrollmentRow } from '../course/list/listed-progress.ts'
import { findCourse } from '../course/visible-courses.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { hasStatus, stateSources, type EnrollmentStatus } from './enrollment-filters.ts'
import { requireTrainer } from './trainer.ts'

export interface EnrollmentFilters {
  status?: EnrollmentStatus[] | undefined
  group_id?: string[] | undefined
  q?: string | undefined
}

type Load = (user_ids: string[]) => Promise<(EnrollmentRow | undefined)[]>

const findGroups = (ids: string[]) => groups.findMany(ids.map((id) => ({ id })))

/** Throws 403 unless the caller may edit the course or owns all groups of the filters, 404 for a hidden course. */
export const requireEnrollmentList = async (
  actor: Actor,
  course_id: string,
  { group_id = [] }: EnrollmentFilters,
): Promise<void> => {
  const { course } = await findCourse(actor, course_id)
  if (!coursePolicy.allows(course, actor, 'edit')) requireTrainer(actor, course, await findGroups(group_id))
}

/** Lists the enrolled members of groups, in the order of their accounts. */
const listMembers = async (group_ids: string[], load: Load, page: PageRequest) => {
  // a deleted group has no members, although their rows may not be swept yet
  const present = (await findGroups(group_ids)).filter((group) => group !== undefined)
  return readVisible(
    {
      sources: present.flatMap(({ id }) => groupMemberships.in('ofGroup', { group_id: id })),
      orderOf: ({ user_id }) => `member#${user_id}`,
      load: (rows) => load(rows.map(({ user_id }) => user_id)),
    },
    page,
  )
}

/** Lists enrolled people by words in their names, optionally only members of certain groups. */
const searchPeople = (
  q: string,
  group_ids: string[] | undefined,
  load: Load,
  page: PageRequest,
): Promise<ListPage<EnrollmentRow>> =>
  searchPages({ scopes: userSearchScopes(), q, ...page }, async (hits) => {
    // people have a second document with their name alone
    const ids = hits.map(({ id }) => id.split('#')[0] as string)
    const [rows, people] = await Promise.all([
      load(ids),
      group_ids && users.findMany(ids.map((id) => ({ id }))),
    ])
    const isMember = (index: number) =>
      !people || people[index]?.group_ids.some((id) => group_ids?.includes(id)) === true
    return rows.map((row, index) => (isMember(index) ? row : undefined))
  })

/**
 * Returns a page of the enrollments of a course that match the filters: by words best match first, by `status` in the
 * order of due times, otherwise in the order in which the accounts were created.
 */
export const queryEnrollments = async (
  course_id: string,
  { status, group_id, q }: EnrollmentFilters,
  page: PageRequest,
): Promise<ListPage<EnrollmentRow>> => {
  const at = now()
  const load: Load = async (user_ids) =>
    (await enrollments.findMany(user_ids.map((user_id) => ({ course_id, user_id })))).map((row) =>
      row && hasStatus(row, status, at) ? row : undefined,
    )
  if (q !== undefined) return searchPeople(q, group_id, load, page)
  if (group_id) return listMembers(group_id, load, page)
  return readList(
    status ? stateSources(course_id, status, at) : enrollments.in('ofCourse', { course_id }),
    page,
  )
}
