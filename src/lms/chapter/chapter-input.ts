import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { id, upTo } from '../../platform/schema/fields.ts'
import { maxChapters, maxLessons } from '../limits.ts'
import { LessonKind } from '../quiz/quiz.ts'
import { QuizInput } from '../quiz/quiz-input.ts'
import { chapterFields, lessonFields } from './chapter.ts'
import { content, contentDocs } from './content.ts'

const { title, ...otherFields } = lessonFields

/** Fields of a lesson in a request, except its title and content. */
export const otherLessonInput = {
  ...otherFields,
  kind: LessonKind.optional().meta(
    docs('Kind of the lesson: `text` by default. A text lesson cannot become a quiz: add a new lesson.'),
  ),
  quiz: QuizInput.nullable()
    .optional()
    .meta(
      docs('The quiz; null or absent for the kind `text`. If absent, an existing lesson keeps its quiz.'),
    ),
}

const ignored = z.unknown().optional().meta(docs('Ignored.'))

const LessonInput = z.strictObject({
  id: id.optional().meta(docs('ID of an existing lesson; absent for a new one.')),
  title,
  content: content
    .nullable()
    .optional()
    .meta(contentDocs(' If absent, an existing lesson keeps its content.')),
  ...otherLessonInput,
  sources: ignored,
  content_url: ignored,
})

const ChapterInput = z.strictObject({
  id: id.optional().meta(docs('ID of an existing chapter; absent for a new one.')),
  ...chapterFields,
  lessons: upTo(maxLessons, LessonInput).meta(docs('Lessons, in order.')),
})

export type ChapterInput = z.output<typeof ChapterInput>

const lessonCount = (chapters: ChapterInput[]) =>
  chapters.reduce((count, { lessons }) => count + lessons.length, 0)

/** Chapters of a course in a request: at most 50, with at most 300 lessons. */
export const chaptersInput = z
  .array(ChapterInput)
  .max(maxChapters)
  .refine(
    (chapters) => lessonCount(chapters) <= maxLessons,
    `must have at most ${maxLessons} lessons in total`,
  )
  .default([])
  .meta(docs('Chapters with their lessons, in order; at most 300 lessons in total.'))
