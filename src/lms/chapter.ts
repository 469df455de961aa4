import * as z from '../platform/schema/schema.ts'
import { line } from '../platform/schema/fields.ts'
import { courseLimits } from './course-limits.ts'

export const description = z
  .string()
  .max(50_000)
  .nullable()
  .default(null)
  .meta({ description: 'Markdown.', examples: ['What everybody must know.'] })

const LessonSource = z
  .object({
    file_id: z.string().nullable().default(null).meta({ description: 'Id of the file.' }),
    page: z
      .int()
      .nullable()
      .default(null)
      .meta({ description: 'Number of the page, slide or sheet, starting at 1.' }),
    heading: z.string().nullable().default(null).meta({ description: 'Heading above it.' }),
    quote: z.string().nullable().default(null).meta({ description: 'Its first words.' }),
  })
  .meta({ id: 'LessonSource', description: 'Where in a file a lesson comes from.' })

export const duration_minutes = z
  .int()
  .min(0)
  .max(10_000)
  .nullable()
  .default(null)
  .meta({ description: 'Duration in minutes.', examples: [10] })

const sources = z
  .array(LessonSource)
  .default([])
  .meta({ description: 'Where in the file it comes from, if it was generated.' })
export const contentMeta = {
  description: 'Markdown, at most 100 000 characters.',
  examples: ['# Passwords\n\nLong ones.'],
}

export const Lesson = z
  .object({
    id: z.string().meta({ description: 'Id of the lesson.' }),
    title: line(255).meta({ description: 'Title.', examples: ['Passwords'] }),
    content: z
      .string()
      .nullable()
      .meta({ description: 'Markdown; null if the course is too long for one response.' }),
    content_url: z.url().meta({ description: 'URL of the lesson on its own.' }),
    duration_minutes,
    sources,
  })
  .meta({ id: 'Lesson', description: 'A lesson of a course.' })

export const Chapter = z
  .object({
    id: z.string().meta({ description: 'Id of the chapter.' }),
    title: line(255).meta({ description: 'Title.', examples: ['At your desk'] }),
    summary: z.string().max(2_000).nullable().default(null).meta({ description: 'What it is about.' }),
    lessons: z.array(Lesson).meta({ description: 'Its lessons, in order.' }),
  })
  .meta({ id: 'Chapter', description: 'A chapter of a course.' })

export const content = z.string().max(courseLimits.maxLessonCharacters)

/** Where a lesson is read by itself. */
export const lessonPath = '/lms/courses/{id}/lessons/{lesson_id}'

/** A lesson by itself. */
export const OneLesson = Lesson.extend({
  content: content.meta(contentMeta),
  course_id: z.string().meta({ description: 'Id of the course.' }),
  chapter_id: z.string().meta({ description: 'Id of its chapter.' }),
  version: z.int().meta({ description: 'The version of the course; also the `ETag`.', examples: [1] }),
}).meta({ id: 'OneLesson', description: 'A lesson on its own, with its content.' })

/**
 * Where a long text lies beside the course: stored once under an id, and shared by the versions that leave it
 * as it is.
 */
export const Text = z.object({ id: z.string(), chunks: z.int(), bytes: z.int() })
export type Text = z.output<typeof Text>

/** A chapter as it is stored: its lessons know where their texts lie. */
const StoredLesson = Lesson.omit({ content: true, content_url: true }).extend({ text: Text.nullable() })
export type StoredLesson = z.output<typeof StoredLesson>

export const StoredChapter = Chapter.extend({ lessons: z.array(StoredLesson) })
export type StoredChapter = z.output<typeof StoredChapter>
