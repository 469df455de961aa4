import type { Actor } from '../../platform/identity/actor.ts'
import type { FormatQuery } from '../../files/file/media-query.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { mapLessons } from '../chapter/chapter.ts'
import type { courseResponse } from '../course/response.ts'
import type { StoredCourse } from '../course/course.ts'
import type { lessonResponse } from './lessons.ts'

type Course = Awaited<ReturnType<typeof courseResponse>>

/**
 * Returns a course response whose pictures, in its description and lessons, have signed URLs, so that an `<img>` can
 * load them for an hour; signs only files of the course and the caller's own files.
 */
export const withSignedLessons = async (actor: Actor, course: Course): Promise<HttpReply<Course>> => {
  const { placePictures, signPictures } = await import('../../files/attachment/signed-pictures.ts')
  const contents = course.chapters.flatMap(({ lessons }) => lessons.map(({ content }) => content))
  const texts = [course.description, ...contents].filter((text) => text !== null)
  const links = await signPictures(actor, texts, course.files)
  const sign = (text: string | null) => text && placePictures(text, links)
  const chapters = mapLessons(course.chapters, (lesson) => ({ ...lesson, content: sign(lesson.content) }))
  return new HttpReply({ ...course, description: sign(course.description), chapters }, { isTemporary: true })
}

type Lesson = ReturnType<typeof lessonResponse>

/** Returns a lesson in the requested format: with signed pictures, or with its content as HTML. */
export const showLesson = async (
  actor: Actor,
  course: Pick<StoredCourse, 'files'>,
  lesson: Lesson,
  query: FormatQuery,
): Promise<HttpReply<Lesson & { html?: string }>> => {
  const { showMarkdown } = await import('../../files/attachment/shown-markdown.ts')
  const shown = await showMarkdown(actor, lesson.content, course.files, query)
  return new HttpReply({ ...lesson, ...shown }, { isTemporary: true })
}
