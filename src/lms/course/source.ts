import type { StoredCourse } from './course.ts'

type FromFile = Pick<StoredCourse, 'source' | 'file_version'>

/** Returns the version of its file that a course was made from; the first where the source names none. */
export const courseSourceVersion = ({ source }: Pick<FromFile, 'source'>): number => source.version ?? 1

/** Returns true if no newer version of the course's file is known, or if the course has no file. */
export const isSourceCurrent = (course: FromFile): boolean =>
  course.source.file_id === null || (course.file_version ?? 0) <= courseSourceVersion(course)
