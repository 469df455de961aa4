import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { Lesson } from './chapter.ts'
import { courseLimits } from '../course/limits.ts'

/** What is said of the content of a lesson, and `more` of it in one place. */
export const contentDocs = (more = '') =>
  docs(`Markdown, at most 100 000 characters.${more}`, { examples: ['# Passwords\n\nLong ones.'] })

export const content = z.string().max(courseLimits.maxLessonCharacters)

/** A lesson by itself. */
export const OneLesson = Lesson.extend({
  content: content.meta(contentDocs()),
  course_id: z.string().meta(docs('Id of the course.')),
  chapter_id: z.string().meta(docs('Id of its chapter.')),
  version: z.int().meta(docs('The version of the course; also the `ETag`.', { examples: [1] })),
}).meta(docs('A lesson on its own, with its content.', { id: 'LessonWithContent' }))
