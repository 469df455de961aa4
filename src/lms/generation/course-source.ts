import type { StoredCourse } from '../course/course.ts'

type FromFile = Pick<StoredCourse, 'source' | 'file_version'>

/** Returns the version of its file that a course was made from; the first where the source names none. */
export const sourceVersionOf = ({ source }: Pick<FromFile, 'source'>): number => source.version ?? 1

/** Whether the file of a course has no newer version, as far as is known; true for courses without one. */
export const isSourceCurrent = (course: FromFile): boolean =>
  course.source.file_id === null || (course.file_version ?? 0) <= sourceVersionOf(course)
