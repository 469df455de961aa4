import type { SummaryOf } from '../../platform/table/entity.ts'
import { courseLessons, type CourseContents } from './contents/contents.ts'
import type { StoredCourse } from './course.ts'
import type { StoredEnrollment } from '../enrollment/enrollment.ts'
import { maxLessons } from '../limits.ts'

const completedPercent = (completed: number, all: number) =>
  all === 0 ? 0 : Math.floor((completed * 100) / all)

/** Returns the progress of a person who has completed these lessons; only lessons still in the course count. */
export const courseProgress = (contents: CourseContents, completed: string[]) => {
  const done = new Set(completed)
  const lessons = courseLessons(contents)
  const completed_lesson_ids = lessons.filter(({ id }) => done.has(id)).map(({ id }) => id)
  return {
    completed_lessons: completed_lesson_ids.length,
    percent: completedPercent(completed_lesson_ids.length, lessons.length),
    next_lesson_id: lessons.find(({ id }) => !done.has(id))?.id ?? null,
    completed_lesson_ids,
  }
}

/**
 * Keeps at most `maxLessons` completed lessons that the course no longer has, and drops the oldest. Undo may restore
 * removed lessons, and with them their progress.
 */
const limitRemovedLessons = (contents: CourseContents, completed: string[]): string[] => {
  const present = new Set(courseLessons(contents).map(({ id }) => id))
  const removed = completed.filter((id) => !present.has(id))
  const oldest = new Set(removed.slice(0, -maxLessons))
  return completed.filter((id) => !oldest.has(id))
}

/** Returns the progress fields that an enrollment stores. */
export const storedProgress = (
  course: Pick<StoredCourse, 'outline_revision'>,
  contents: CourseContents,
  completed: string[],
) => {
  const { completed_lesson_ids, next_lesson_id } = courseProgress(contents, completed)
  return {
    completed: limitRemovedLessons(contents, completed),
    completed_count: completed_lesson_ids.length,
    next_lesson_id,
    outline_revision: course.outline_revision,
  }
}

type Row = Pick<SummaryOf<StoredEnrollment>, 'completed_count' | 'next_lesson_id' | 'outline_revision'>

/**
 * Returns the progress shown in a list; undefined if the lessons of the course have changed since the row was written.
 */
export const rowProgress = (course: Pick<StoredCourse, 'lesson_count' | 'outline_revision'>, row: Row) =>
  row.outline_revision === course.outline_revision
    ? {
        completed_lessons: row.completed_count,
        percent: completedPercent(row.completed_count, course.lesson_count),
        next_lesson_id: row.next_lesson_id,
      }
    : undefined
