import { docs } from '#docs'
import { answeredId, answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { otherLessonInput } from './chapter-input.ts'
import { Lesson } from './chapter.ts'
import { content, contentDocs } from './content.ts'

/** Response for one lesson. */
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

/** Body of a request that changes one lesson. */
export const OneLessonInput = z.strictObject({
  title: Lesson.shape.title,
  content: content.meta(contentDocs()),
  ...otherLessonInput,
})
