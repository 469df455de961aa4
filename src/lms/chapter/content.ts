import { docs } from '#docs'
import { answeredText, answeredId } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { Lesson } from './chapter.ts'
import { courseLimits } from '../limits.ts'

/** Returns the description of a lesson's content for the API documentation; `more` is appended. */
export const contentDocs = (more = '') =>
  docs(`Markdown, at most 100,000 characters.${more}`, { examples: ['# Passwords\n\nLong ones.'] })

export const content = z.string().max(courseLimits.maxLessonCharacters)

export const OneLesson = Lesson.extend({
  content: answeredText(4_000_000).meta(
    docs(
      'Markdown, at most 100,000 characters; longer with `media=signed`, which adds signed links of images.',
      {
        examples: ['# Passwords\n\nLong ones.'],
      },
    ),
  ),
  course_id: answeredId.meta(docs('ID of the course.')),
  chapter_id: answeredId.meta(docs('ID of the chapter.')),
  version: z.int().meta(docs('The version of the course; also the `ETag`.', { minimum: 1, examples: [1] })),
}).meta(docs('A lesson with its content.', { id: 'LessonWithContent' }))
