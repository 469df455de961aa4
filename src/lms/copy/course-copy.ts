import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { mapLessons, type StoredLesson } from '../chapter/chapter.ts'
import { requireCourseEdit, requireSettled } from '../course/access.ts'
import {
  contentsPrefix,
  courseLessons,
  loadContentByLesson,
  type CourseContents,
} from '../course/contents/contents.ts'
import { withContent, type ContentsDraft } from '../course/contents/draft.ts'
import type { StoredCourse } from '../course/course.ts'
import { addCourseWith } from '../course/creation.ts'
import { loadCourse } from '../course/loaded-course.ts'

/**
 * Returns a copy of contents for another course: chapters and lessons have new IDs, and links between lessons lead to
 * the copies.
 */
const copyContents = (
  { id }: StoredCourse,
  contents: CourseContents,
  texts: Map<string, string>,
  copy_id: string,
): ContentsDraft => {
  const ids = new Map(courseLessons(contents).map((lesson) => [lesson.id, newId()]))
  const lessonLink = new RegExp(`/courses/${id}/lessons/([0-9a-f-]{36})`, 'g')
  const withOwnLinks = (text: string) =>
    text.replaceAll(lessonLink, (link, lesson_id: string) => {
      const copied = ids.get(lesson_id)
      return copied ? `/courses/${copy_id}/lessons/${copied}` : link
    })
  const copies = new Map<string, string>()
  const copyLesson = (lesson: StoredLesson): StoredLesson => {
    const bare = {
      ...lesson,
      id: ids.get(lesson.id) ?? newId(),
      text: null,
      quiz_version: 1,
      is_edited: true,
    }
    return withContent(bare, withOwnLinks(texts.get(lesson.id) ?? ''), '', copies)
  }
  const chapters = mapLessons(contents.chapters, copyLesson).map((chapter) => ({ ...chapter, id: newId() }))
  const description = contents.description === null ? null : withOwnLinks(contents.description)
  return { contents: { description, chapters, file_ids: [] }, texts: copies }
}

/**
 * Creates a draft of the caller with the fields and lessons of a course, in their order. Throws 404, 403 unless the
 * caller may edit the course, 409 while the course is being generated.
 */
export const addCopy = async (actor: Actor, id: string, title: string | undefined) => {
  const { course, contents, texts } = await retryOnConflict(async () => {
    const loaded = await loadCourse(actor, id, [contentsPrefix])
    requireCourseEdit(actor, loaded.course)
    requireSettled(loaded.course)
    const { course, contents } = loaded
    return { course, contents, texts: await loadContentByLesson(course, courseLessons(contents)) }
  })
  const { short_description, category_id, tags, language, level, certificate } = course
  const { start_at, end_at, estimated_minutes } = course
  const fields = {
    short_description,
    category_id,
    tags,
    language,
    level,
    certificate,
    start_at,
    end_at,
    estimated_minutes,
    title: title ?? course.title,
    status: 'draft' as const,
  }
  return addCourseWith(actor, fields, (copy_id) => copyContents(course, contents, texts, copy_id))
}
