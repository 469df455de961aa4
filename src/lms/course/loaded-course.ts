import type { Actor } from '../../platform/identity/actor.ts'
import { findTexts, type FoundTexts } from '../../platform/table/large-text.ts'
import { loadContents, coursePartition, type CourseContents } from './contents/contents.ts'
import { findCourse, type LoadedCourse } from './visible-courses.ts'

/**
 * Loads a course with its contents and the texts whose names begin with one of `prefixes` (1 MB for each), in one round
 * trip. Throws {@link ConflictError} if the course changes meanwhile, 404 if it does not exist or the caller may not
 * see it.
 */
export const loadCourse = async (
  actor: Actor,
  id: string,
  prefixes: string[],
): Promise<LoadedCourse & { contents: CourseContents; found: FoundTexts }> => {
  const owner = coursePartition({ id })
  const [opened, ...texts] = await Promise.all([
    findCourse(actor, id),
    ...prefixes.map((prefix) => findTexts(owner, prefix)),
  ])
  const found = texts.flat()
  return { ...opened, contents: await loadContents(opened.course, found), found }
}
