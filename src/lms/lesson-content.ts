import * as z from '../platform/schema/schema.ts'
import { Lesson } from './chapter.ts'
import { courseLimits } from './course-limits.ts'

export const contentMeta = {
  description: 'Markdown, at most 100 000 characters.',
  examples: ['# Passwords\n\nLong ones.'],
}

export const content = z.string().max(courseLimits.maxLessonCharacters)

/** A lesson by itself. */
export const OneLesson = Lesson.extend({
  content: content.meta(contentMeta),
  course_id: z.string().meta({ description: 'Id of the course.' }),
  chapter_id: z.string().meta({ description: 'Id of its chapter.' }),
  version: z.int().meta({ description: 'The version of the course; also the `ETag`.', examples: [1] }),
}).meta({ id: 'LessonWithContent', description: 'A lesson on its own, with its content.' })
