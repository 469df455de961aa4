import type { Actor } from '../../platform/identity/actor.ts'
import { isAmong } from '../../platform/schema/list-fields.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import type { LoadedCourse } from './access.ts'
import type { CourseStatus, StoredCourse } from './course.ts'

/** What a list of courses is asked for; of several values one suffices. */
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
}

/** Language tags are the same in any case (RFC 5646, section 2.1.1). */
const isInLanguage = (wanted: string[] | undefined, language: string | null): boolean =>
  isAmong(
    wanted?.map((tag) => tag.toLowerCase()),
    language?.toLowerCase() ?? '',
  )

/** Whether a course is what the filters say that ask for nothing of the caller. */
export const isAskedFor = (
  { category_id, tags, level, language, author }: SummaryOf<StoredCourse>,
  wanted: CourseFilters,
): boolean =>
  isAmong(wanted.category_id, category_id) &&
  (wanted.tag === undefined || wanted.tag.some((tag) => tags.includes(tag))) &&
  isAmong(wanted.level, level) &&
  isInLanguage(wanted.language, language) &&
  isAmong(wanted.author_id, author.id)

/** Whether `isAskedFor` may say no. */
export const hasFilters = ({ category_id, tag, level, language, author_id }: CourseFilters): boolean =>
  [category_id, tag, level, language, author_id].some((wanted) => wanted !== undefined)

/** Whether a course is what somebody has asked for, of those that they may see. */
export const matchesFilters = (
  actor: Actor,
  { course, enrollment }: LoadedCourse,
  filters: CourseFilters,
) => {
  const { status, mine, enrolled } = filters
  const isOwn = course.author.id === actor.id
  const isShown = status
    ? status.includes(course.status)
    : mine || enrolled || isOwn || course.status === 'published'
  return isShown && isAskedFor(course, filters) && (!mine || isOwn) && (!enrolled || enrollment !== undefined)
}
