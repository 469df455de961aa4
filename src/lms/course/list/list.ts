import { withPresentFiles } from '../../../files/attachment/present-attachments.ts'
import type { Actor } from '../../../platform/identity/actor.ts'
import { readList, type PageRequest } from '../../../platform/table/list/list.ts'
import { searchPages } from '../../../platform/search/query/list-search.ts'
import { coursePolicy } from '../access.ts'
import { courses, courseSearchScope, type CourseStatus } from '../course.ts'
import { hasFilters, isAskedFor, matchesFilters, type CourseFilters } from './filters.ts'
import { authorships } from '../authorship.ts'
import { enrollments } from '../../enrollment/enrollment.ts'
import { readableCourses, visibleCourses } from '../visible-courses.ts'
import { withProgress, type EnrollmentRow, type ListedCourse } from './listed-progress.ts'

/** Maximum number of the caller's courses read for a filtered page. */
const maxFilteredRows = 1_000

/** Lists the caller's own courses or enrollments that match the filters, newest first, in two round trips. */
const listOwnCourses = async (actor: Actor, filters: CourseFilters, { limit, cursor }: PageRequest) => {
  const own = authorships.in('ofUser', { user_id: actor.id })
  const taken = enrollments.in('ofUser', { user_id: actor.id })
  const { status, mine, assigned } = filters
  const enrolled = filters.enrolled || assigned
  const isArchived = !mine && !enrolled && status?.includes('archived')
  const sources = isArchived ? [...own, ...taken] : enrolled ? taken : own
  const isFiltered = status !== undefined || assigned || hasFilters(filters) || (mine && enrolled)
  const rows = await readList<{ course_id: string }>(sources, {
    limit: isFiltered ? maxFilteredRows : limit,
    cursor,
  })
  const ids = [...new Set(rows.items.map(({ course_id }) => course_id))]
  const wanted = (await visibleCourses(actor, ids)).flatMap((opened) =>
    opened && matchesFilters(actor, opened, filters) ? [opened] : [],
  )
  const found = wanted.slice(0, limit)
  const next_cursor = wanted.length > limit ? (found.at(-1)?.course.id ?? null) : rows.next_cursor
  return { found, next_cursor }
}

/** Maximum number of the caller's enrollments read with a page. */
const maxEnrollments = 200

/** Lists all courses in some states, or those of one category, newest first, in one round trip. */
const listByStatus = async (
  actor: Actor,
  states: CourseStatus[],
  filters: CourseFilters,
  page: PageRequest,
) => {
  const [category_id, ...more] = filters.category_id ?? []
  const isOne = category_id !== undefined && more.length === 0
  const sources = states.flatMap((status) =>
    isOne ? courses.in('byCategory', { category_id, status }) : courses.in('byStatus', { status }),
  )
  const isFiltered = hasFilters(isOne ? { ...filters, category_id: undefined } : filters)
  const [{ items, next_cursor }, taken] = await Promise.all([
    readList(sources, page, isFiltered ? (course) => isAskedFor(course, filters) : undefined),
    readList(enrollments.in('ofUser', { user_id: actor.id }), { limit: maxEnrollments }),
  ])
  const rows = new Map<string, EnrollmentRow>(taken.items.map((row) => [row.course_id, row]))
  // for a caller with more enrollments, loads the enrollments that were not read
  const unread = taken.next_cursor === null ? [] : items.filter(({ id }) => !rows.has(id))
  const others = await enrollments.findMany(unread.map(({ id }) => ({ course_id: id, user_id: actor.id })))
  for (const row of others) if (row) rows.set(row.course_id, row)
  const found = items.map((course) => ({ course, enrollment: rows.get(course.id) }))
  const seen = found.filter(({ course, enrollment }) =>
    coursePolicy.authorize({ ...course, isEnrolled: enrollment !== undefined }, actor),
  )
  return { found: seen, next_cursor }
}

interface FoundPage {
  found: ListedCourse[]
  next_cursor: string | null
}

/** Merges pages, newest first, up to the point that all of them reach. */
const mergePages = (pages: FoundPage[], limit: number): FoundPage => {
  const [end] = pages.flatMap(({ next_cursor }) => next_cursor ?? []).toSorted((a, b) => (a > b ? -1 : 1))
  const all = pages
    .flatMap(({ found }) => found)
    .filter(({ course }) => end === undefined || course.id >= end)
    .toSorted((a, b) => (a.course.id > b.course.id ? -1 : 1))
  const found = all.slice(0, limit)
  return { found, next_cursor: (all.length > limit ? found.at(-1)?.course.id : end) ?? null }
}

/**
 * Lists all courses in the states that the caller may see for everybody, and the caller's own courses in the other
 * states.
 */
const listByStates = async (
  actor: Actor,
  states: CourseStatus[],
  filters: CourseFilters,
  page: PageRequest,
) => {
  const isShared = (status: CourseStatus) => status === 'published' || actor.role === 'admin'
  const [shared, own] = [states.filter(isShared), states.filter((status) => !isShared(status))]
  const pages = await Promise.all([
    ...(shared.length > 0 ? [listByStatus(actor, shared, filters, page)] : []),
    ...(own.length > 0 ? [listOwnCourses(actor, { ...filters, status: own }, page)] : []),
  ])
  return mergePages(pages, page.limit)
}

const searchCourses = async (actor: Actor, q: string, filters: CourseFilters, page: PageRequest) => {
  const { items, ...rest } = await searchPages(
    { scopes: [courseSearchScope], q, sort: filters.sort, ...page },
    async (hits) => {
      const opened = await visibleCourses(
        actor,
        hits.map(({ id }) => id),
      )
      return opened.map((one) => (one && matchesFilters(actor, one, filters) ? one : undefined))
    },
    (_, ids) => readableCourses(actor, ids),
  )
  return { ...rest, found: items }
}

/**
 * Returns one page of courses that the caller may see: published courses unless `status` is given, the caller's own
 * with `mine`, the caller's enrollments with `enrolled`, or the assigned ones with `assigned`.
 * Newest first; with `search`, best match first.
 */
export const queryCourses = async (
  actor: Actor,
  { search, ...filters }: CourseFilters,
  page: PageRequest,
) => {
  const { status = ['published'], mine, enrolled, assigned } = filters
  const { found, ...rest } =
    search !== undefined
      ? await searchCourses(actor, search, filters, page)
      : mine || enrolled || assigned
        ? await listOwnCourses(actor, filters, page)
        : await listByStates(actor, status, filters, page)
  const [items, shown] = await Promise.all([
    withProgress(actor, found),
    withPresentFiles(found.map(({ course }) => course)),
  ])
  return { ...rest, items: items.map((course, index) => ({ ...course, files: shown[index]?.files ?? [] })) }
}
