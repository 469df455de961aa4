import { docs } from '#docs'
import { endpointUrl } from '../../platform/http/link.ts'
import * as z from '../../platform/schema/schema.ts'
import { answeredUrl, answeredArray, answeredText, answeredId, line } from '../../platform/schema/fields.ts'
import { StoredText } from '../../platform/table/large-text.ts'
import { courseLimits, maxLessons } from '../limits.ts'
import { LessonKind, Quiz } from '../quiz/quiz.ts'

export const courseDescription = z
  .orNull(z.string().max(50_000))
  .meta(docs('Markdown.', { examples: ['What everyone must know.'] }))

/** Types of resources from which a course can be generated. */
export const SourceType = z
  .enum(['file', 'wiki_page', 'ticket'])
  .meta(docs('Type of resource.', { examples: ['wiki_page'] }))

const LessonSource = z.described(
  docs('A place in a resource from which a lesson was generated.', { id: 'LessonSource' }),
  {
    type: SourceType.default('file'),
    id: z.orNull(answeredId).meta(docs('ID of the resource.')),
    file_id: z.orNull(answeredId).meta(docs('ID of the file.')),
    version: z
      .orNull(z.int())
      .meta(docs('Version of the file, or revision of the page.', { minimum: 1, examples: [1] })),
    page: z.orNull(z.int()).meta(docs('Number of the page, slide or sheet, starting at 1.', { minimum: 1 })),
    heading: z.orNull(answeredText(100_000)).meta(docs('Heading above the place.')),
    quote: z.orNull(answeredText(200)).meta(docs('First words of the place.')),
  },
)

/** Editable fields of a lesson, except its content. */
export const lessonFields = {
  title: line(255).meta(docs('Title.', { examples: ['Passwords'] })),
  duration_minutes: z
    .orNull(z.int().min(0).max(10_000))
    .meta(docs('Duration in minutes.', { examples: [10] })),
}

const { title, ...otherFields } = lessonFields

export const Lesson = z.described(docs('A lesson of a course.', { id: 'Lesson' }), {
  id: answeredId.meta(docs('ID of the lesson.')),
  title,
  content: answeredText(4_000_000)
    .nullable()
    .meta(docs('Markdown; null if the course is too long for one response.')),
  content_url: answeredUrl.meta(docs('URL of the lesson.')),
  ...otherFields,
  kind: LessonKind.default('text'),
  quiz: z.orNull(Quiz).meta(docs('The quiz; null for a lesson of the kind `text`.')),
  sources: answeredArray(LessonSource, courseLimits.maxLessonSources)
    .default([])
    .meta(docs('Places in the file from which the lesson was generated.')),
})

/** Editable fields of a chapter, except its lessons. */
export const chapterFields = {
  title: line(255).meta(docs('Title.', { examples: ['At your desk'] })),
  summary: z.orNull(z.string().max(2_000)).meta(docs('Summary of the chapter.')),
}

export const Chapter = z.described(docs('A chapter of a course.', { id: 'Chapter' }), {
  id: answeredId.meta(docs('ID of the chapter.')),
  ...chapterFields,
  lessons: answeredArray(Lesson, maxLessons).meta(docs('Lessons, in order.')),
})

/** Path of a single lesson. */
export const lessonPath = '/lms/courses/{id}/lessons/{lesson_id}'

export const lessonUrl = (course_id: string, { id: lesson_id }: { id: string }): string =>
  endpointUrl(lessonPath, { id: course_id, lesson_id })

/** A stored lesson, which refers to its text. */
export const StoredLesson = Lesson.omit({ content: true, content_url: true }).extend({
  text: StoredText.nullable(),
  /** Files that the lesson embeds and that belong to the course. */
  file_ids: z.array(z.string()).default([]),
  /** Version of the course that last changed the quiz. */
  quiz_version: z.int().default(1),
  /** True if a person has changed or added the lesson; generating the course again keeps it. */
  is_edited: z.boolean().default(false),
})
export type StoredLesson = z.output<typeof StoredLesson>

export const StoredChapter = Chapter.extend({ lessons: z.array(StoredLesson) })
export type StoredChapter = z.output<typeof StoredChapter>

/** Returns chapters in which each lesson is the result of `change`. */
export const mapLessons = <C extends { lessons: unknown[] }, L>(
  chapters: C[],
  change: (lesson: C['lessons'][number]) => L,
): (Omit<C, 'lessons'> & { lessons: L[] })[] =>
  chapters.map((chapter) => ({ ...chapter, lessons: chapter.lessons.map(change) }))
