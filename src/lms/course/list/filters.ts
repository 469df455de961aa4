import type { Actor } from '../../../platform/identity/actor.ts'
import { isAmong } from '../../../platform/schema/list-fields.ts'
import type { SummaryOf } from '../../../platform/table/entity.ts'
import type { LoadedCourse } from '../visible-courses.ts'
import type { CourseStatus, StoredCourse } from '../course.ts'

/** Filters of a list of courses; a filter with several values matches any of them. */
export interface CourseFilters {
  search?: string | undefined
  sort?: 'newest' | undefined
  category_id?: string[] | undefined
  tag?: string[] | undefined
  level?: StoredCourse['level'][] | undefined
  language?: string[] | undefined
  author_id?: string[] | undefined
  status?: CourseStatus[] | undefined
  mine?: boolean | undefined
  enrolled?: boolean | undefined
  assigned?: boolean | undefined
}

/** Returns true if a language is wanted; language tags are case-insensitive (RFC 5646, section 2.1.1). */
const isInLanguage = (wanted: string[] | undefined, language: string | null): boolean =>
  isAmong(
    wanted?.map((tag) => tag.toLowerCase()),
    language?.toLowerCase() ?? '',
  )

/** Returns true if a course matches the filters that do not depend on the caller. */
export const isAskedFor = (
  { category_id, tags, level, language, author }: SummaryOf<StoredCourse>,
  wanted: CourseFilters,
): boolean =>
  isAmong(wanted.category_id, category_id) &&
  (wanted.tag === undefined || wanted.tag.some((tag) => tags.includes(tag))) &&
  isAmong(wanted.level, level) &&
  isInLanguage(wanted.language, language) &&
  isAmong(wanted.author_id, author.id)

/** Returns true if `isAskedFor` can reject a course. */
export const hasFilters = ({ category_id, tag, level, language, author_id }: CourseFilters): boolean =>
  [category_id, tag, level, language, author_id].some((wanted) => wanted !== undefined)

/** Returns true if a course that the caller may see matches all filters. */
export const matchesFilters = (
  actor: Actor,
  { course, enrollment }: LoadedCourse,
  filters: CourseFilters,
) => {
  const { status, mine, enrolled, assigned } = filters
  const isOwn = course.author.id === actor.id
  const isShown = status
    ? status.includes(course.status)
    : mine || enrolled || assigned || isOwn || course.status === 'published'
  const isAssigned = enrollment !== undefined && enrollment.assignment_ids.length > 0
  const isTaken = (!enrolled || enrollment !== undefined) && (!assigned || isAssigned)
  return isShown && isAskedFor(course, filters) && (!mine || isOwn) && isTaken
}
