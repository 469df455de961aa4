import { withPresentFiles } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { coursePolicy } from '../access.ts'
import { courses, courseSearchScope, type CourseStatus } from './course.ts'
import { authorships } from './authorship.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { readableCourses, visibleCourses, type LoadedCourse } from './access.ts'
import { withProgress, type CourseWithProgress, type EnrollmentRow } from '../enrollment/listed-progress.ts'

interface Filters {
  search?: string | undefined
  category_id?: string | undefined
  status?: CourseStatus | undefined
  mine?: boolean | undefined
  enrolled?: boolean | undefined
}

const matchesFilters = (
  actor: Actor,
  { course, enrollment }: LoadedCourse,
  { category_id, status, mine, enrolled }: Filters,
) => {
  const isOwn = course.author.id === actor.id
  const isShown = status
    ? course.status === status
    : mine || enrolled || isOwn || course.status === 'published'
  return (
    isShown &&
    (category_id === undefined || course.category_id === category_id) &&
    (!mine || isOwn) &&
    (!enrolled || enrollment !== undefined)
  )
}

const toFound = ({ course, enrollment }: LoadedCourse): CourseWithProgress => ({ course, row: enrollment })

/** At most this many of the caller's courses are looked at for a page from which some are left out. */
const maxFilteredRows = 1_000

/** Those of the caller's own courses or enrollments that are wanted, newest first: two round trips. */
const listOwn = async (actor: Actor, filters: Filters, { limit, cursor }: PageRequest) => {
  const own = authorships.in('ofUser', { user_id: actor.id })
  const taken = enrollments.in('ofUser', { user_id: actor.id })
  const isArchived = !filters.mine && !filters.enrolled && filters.status === 'archived'
  const sources = isArchived ? [...own, ...taken] : filters.enrolled ? taken : own
  const { category_id, status, mine, enrolled } = filters
  const isFiltered = status !== undefined || category_id !== undefined || (mine && enrolled) || isArchived
  const rows = await readList<{ course_id: string }>(sources, {
    limit: isFiltered ? maxFilteredRows : limit,
    cursor,
  })
  const ids = [...new Set(rows.items.map(({ course_id }) => course_id))]
  const wanted = (await visibleCourses(actor, ids)).flatMap((opened) =>
    opened && matchesFilters(actor, opened, filters) ? [toFound(opened)] : [],
  )
  const found = wanted.slice(0, limit)
  const next_cursor = wanted.length > limit ? (found.at(-1)?.course.id ?? null) : rows.next_cursor
  return { found, next_cursor }
}

/** How many of the caller's enrollments are read beside a page. */
const maxEnrollments = 200

/** All courses of a status, or those of a category, newest first: one round trip. */
const listByStatus = async (
  actor: Actor,
  status: CourseStatus,
  category_id: string | undefined,
  page: PageRequest,
) => {
  const sources =
    category_id === undefined
      ? courses.in('byStatus', { status })
      : courses.in('byCategory', { category_id, status })
  const [{ items, next_cursor }, taken] = await Promise.all([
    readList(sources, page),
    readList(enrollments.in('ofUser', { user_id: actor.id }), { limit: maxEnrollments }),
  ])
  const rows = new Map<string, EnrollmentRow>(taken.items.map((row) => [row.course_id, row]))
  // of who is enrolled in more, those that were not read are looked up
  const unread = taken.next_cursor === null ? [] : items.filter(({ id }) => !rows.has(id))
  const others = await enrollments.findMany(unread.map(({ id }) => ({ course_id: id, user_id: actor.id })))
  for (const row of others) if (row) rows.set(row.course_id, row)
  const found = items.map((course) => ({ course, row: rows.get(course.id) }))
  const seen = found.filter(({ course, row }) =>
    coursePolicy.authorize({ ...course, isEnrolled: row !== undefined }, actor),
  )
  return { found: seen, next_cursor }
}

const searchCourses = async (actor: Actor, q: string, filters: Filters, page: PageRequest) => {
  const { items, ...rest } = await searchPages(
    { scopes: [courseSearchScope], q, sort: 'newest', ...page },
    async (hits) => {
      const opened = await visibleCourses(
        actor,
        hits.map(({ id }) => id),
      )
      return opened.map((one) => (one && matchesFilters(actor, one, filters) ? toFound(one) : undefined))
    },
    (_, ids) => readableCourses(actor, ids),
  )
  return { ...rest, found: items }
}

/**
 * A page of courses: published ones unless a status is asked for, the caller's own with `mine`, those they are enrolled
 * in with `enrolled`; nothing that the caller may not see. Newest first, with `search` too.
 */
export const queryCourses = async (actor: Actor, { search, ...filters }: Filters, page: PageRequest) => {
  const { status = 'published', category_id, mine, enrolled } = filters
  const isShared = !mine && !enrolled && (status === 'published' || actor.role === 'admin')
  const { found, ...rest } =
    search !== undefined
      ? await searchCourses(actor, search, filters, page)
      : isShared
        ? await listByStatus(actor, status, category_id, page)
        : await listOwn(actor, filters, page)
  const [items, shown] = await Promise.all([
    withProgress(actor, found),
    withPresentFiles(found.map(({ course }) => course)),
  ])
  return { ...rest, items: items.map((course, index) => ({ ...course, files: shown[index]?.files ?? [] })) }
}
