import type { Actor } from '../../../platform/identity/actor.ts'
import type { SummaryOf } from '../../../platform/table/entity.ts'
import { retryOnConflict } from '../../../platform/table/conflict.ts'
import { loadContents } from '../contents/contents.ts'
import type { StoredCourse } from '../course.ts'
import type { StoredEnrollment } from '../../enrollment/enrollment.ts'
import { visibleCourses } from '../visible-courses.ts'
import { courseProgress, rowProgress } from '../progress.ts'

type CourseRow = Omit<StoredCourse, 'contents' | 'publication' | 'run' | 'source' | 'generation'>

export type EnrollmentRow = SummaryOf<StoredEnrollment>

/** A course in lists, with the caller's enrollment. */
export interface ListedCourse {
  course: CourseRow
  enrollment: EnrollmentRow | undefined
}

/** Computes progress from the lessons, for courses whose lessons changed after the enrollment was written. */
const loadProgress = async (actor: Actor, ids: string[]) => {
  const found = await visibleCourses(actor, ids)
  const progress = await Promise.all(
    found.map(async (opened) =>
      opened?.enrollment
        ? courseProgress(await loadContents(opened.course), opened.enrollment.completed)
        : null,
    ),
  )
  return new Map(ids.map((id, index) => [id, progress[index] ?? null]))
}

export const withProgress = async (actor: Actor, found: ListedCourse[]) => {
  const known = found.map(({ course, enrollment }) => ({
    course,
    progress: enrollment ? rowProgress(course, enrollment) : null,
  }))
  const outdated = known.flatMap(({ course, progress }) => (progress === undefined ? [course.id] : []))
  const others = outdated.length > 0 ? await retryOnConflict(() => loadProgress(actor, outdated)) : new Map()
  return known.map(({ course, progress }) => ({
    ...course,
    progress: progress === undefined ? (others.get(course.id) ?? null) : progress,
  }))
}
