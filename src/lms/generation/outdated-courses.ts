import { attachments } from '../../files/file/attachment-row.ts'
import { currentVersionNumber } from '../../files/file/save.ts'
import { fileVersions } from '../../files/version/file-version.ts'
import { files, type StoredFile } from '../../files/file/file.ts'
import { notify } from '../../notifications/notify.ts'
import { linkTo } from '../../platform/resource.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { writeItem } from '../../platform/table/table.ts'
import { courses, courseSourceVersion, courseType, type StoredCourse } from '../course/course.ts'

/**
 * Returns the time when the version of the file that a course was generated from was replaced; repeated calls return
 * the same time.
 */
const outdatedSince = async (file: StoredFile, course: StoredCourse): Promise<string> => {
  const replaced = await fileVersions.find({ file_id: file.id, number: courseSourceVersion(course) })
  return replaced?.replaced_at ?? file.save?.at ?? file.updated_at
}

/**
 * Marks a course as outdated if its file has a newer version, and notifies its author once for each version the course
 * was generated from.
 */
const markOutdated = async (course: StoredCourse, file: StoredFile): Promise<void> => {
  const [version, present] = [courseSourceVersion(course), currentVersionNumber(file)]
  const isMade = course.status !== 'generating' && course.status !== 'failed'
  if (course.source.file_id !== file.id || !isMade || present <= version) return
  if ((course.file_version ?? 0) < present)
    await ignoreConflict(() => writeItem(courses.toTouch(course, { file_version: present })))
  await notify([course.author.id], {
    type: 'course_outdated',
    params: { file: file.name },
    actor: file.save?.author ?? null,
    resource: linkTo(courseType, course),
    cause: `lms.course#${course.id}#outdated#${version}`,
    at: await outdatedSince(file, course),
  })
}

/** Marks one page of the courses generated from a file; returns the cursor of the next page. */
export const markOutdatedCourses = async (file_id: string, page: PageRequest): Promise<string | null> => {
  const [file, { items, next_cursor }] = await Promise.all([
    files.find({ id: file_id }),
    readList(attachments.in('ofFile', { file_id }), page, ({ type }) => type === courseType.type),
  ])
  if (!file) return null
  const made = await courses.findMany(items.map(({ thing_id }) => ({ id: thing_id })))
  await Promise.all(made.filter((course) => course !== undefined).map((course) => markOutdated(course, file)))
  return next_cursor
}

/** Marks a course whose file was saved during its generation. */
export const markIfOutdated = async (course: StoredCourse): Promise<void> => {
  const file = course.source.file_id === null ? undefined : await files.find({ id: course.source.file_id })
  if (file) await markOutdated(course, file)
}
