import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import {
  answeredArray,
  answeredId,
  id,
  line,
  Person,
  timestamp,
  versioned,
  answeredCount,
  answeredName,
  optionalTime,
  upTo,
} from '../../platform/schema/fields.ts'
import { Chapter, courseDescription } from '../chapter/chapter.ts'
import { StoredText } from '../../platform/table/large-text.ts'
import {
  CourseCategory,
  CourseFile,
  CourseProgress,
  CourseGeneration,
  Progress,
  CourseSource,
} from './parts.ts'
import { maxEmbedded } from '../../files/attachment/limits.ts'
import { maxChapters, maxImages, maxCourseSources } from '../limits.ts'

export const courseType = { type: 'course', path: '/lms/courses/{id}' } as const

export const CourseStatus = z
  .enum(['draft', 'generating', 'failed', 'published', 'archived'])
  .meta(docs('Status. Published courses are visible to everyone, archived courses also to enrolled people.'))
export type CourseStatus = z.output<typeof CourseStatus>

export const CourseLevel = z.enum(['beginner', 'intermediate', 'advanced'])

/** Setting of the certificates that the completion of a course issues. */
const CourseCertificate = z
  .orNull(
    z.strictObject({
      valid_months: z
        .orNull(z.int().min(1).max(1_200))
        .meta(docs('Months for which a certificate is valid; null for no limit.', { examples: [12] })),
    }),
  )
  .meta(docs('Certificates that completing the course issues; null for none.'))

/** Editable fields of a course, except chapters and status; the history shows each of them. */
export const courseFields = {
  title: line(255).meta(docs('Title.', { examples: ['Security for everyone'] })),
  short_description: z.orNull(z.string().max(300)).meta(docs('Short description, in one or two sentences.')),
  description: courseDescription,
  category_id: z.orNull(id).meta(docs('ID of the category.')),
  tags: upTo(20, line(50)).meta(docs('Tags, at most 20.', { examples: [['security']] })),
  language: z.orNull(answeredName).meta(docs('Language (BCP 47 tag).', { examples: ['en'] })),
  level: z.orNull(CourseLevel).meta(docs('Level of the intended participants.')),
  start_at: optionalTime.meta(docs('Start time.')),
  end_at: optionalTime.meta(docs('End time.')),
  estimated_minutes: z
    .orNull(z.int().min(0).max(100_000))
    .meta(docs('Duration in minutes.', { examples: [90] })),
  certificate: CourseCertificate,
}

export const Course = z.described(docs('A course with its chapters and lessons.', { id: 'Course' }), {
  id: answeredId.meta(docs('ID of the course.')),
  ...courseFields,
  category: z.orNull(CourseCategory).meta(docs('Category of the course.')),
  chapters: answeredArray(Chapter, maxChapters).meta(docs('Chapters with their lessons, in order.')),
  files: answeredArray(CourseFile, maxCourseSources + maxImages + maxEmbedded)
    .default([])
    .meta(docs('Files of the course: its source file, and the files embedded in its texts.')),
  status: CourseStatus,
  source: CourseSource.prefault({ type: 'manual' }),
  generation: z.orNull(CourseGeneration).meta(docs('Generation of the course; null for other courses.')),
  author: Person.meta(docs('The person who created the course.')),
  lesson_count: answeredCount.default(0).meta(docs('Number of lessons.', { examples: [12] })),
  enrollment_count: answeredCount.default(0).meta(docs('Number of people enrolled in the course.')),
  progress: CourseProgress.nullable().meta(docs('The caller’s progress; null if not enrolled.')),
  ...versioned,
})

/** A course in lists. */
export const CourseSummary = Course.omit({
  description: true,
  chapters: true,
  source: true,
  generation: true,
})
  .extend({
    progress: Progress.nullable().meta(docs('The caller’s progress; null if not enrolled.')),
  })
  .meta(docs('A course in lists.', { id: 'CourseSummary' }))

/**
 * A run that generates a course from a file. `is_title_open` is true if the course takes the title of the document
 * because the author gave none.
 */
const Run = z.object({
  id: z.string(),
  asked_by: Person,
  is_title_open: z.boolean().default(false),
  /** Status before a course is generated again; readers see this status during the run, and it returns afterwards. */
  returns_to: z.orNull(CourseStatus),
})

/**
 * Courses without description and chapters, which are in the text `contents` (contents/contents.ts), so that lists and
 * searches read little. `outline_revision` is the version that last changed the set of lessons, `publication` the
 * version that published the course, `run` its latest generation from a file.
 */
export const courses = entity({
  name: 'lms.course',
  schema: Course.omit({ description: true, chapters: true, progress: true }).extend({
    outline_revision: z.int().default(1),
    /** IDs of embedded files that belong to a person; the other files were made for the course. */
    embedded_ids: z.array(z.string()).default([]),
    /**
     * Files of the course; `reader_id` is the person who added a file with read access only
     * (src/files/file/attachment-row.ts).
     */
    files: z.array(CourseFile.extend({ reader_id: z.string().optional() })).default([]),
    contents: z.orNull(StoredText),
    publication: z.orNull(z.object({ version: z.int(), by: Person, at: timestamp })),
    run: z.orNull(Run),
    /** Failure code of the latest failed generation; the sentence in `generation` is English. */
    failure: z.string().optional(),
    /** Newest known version of the source file, if newer than the version the course was generated from. */
    file_version: z.orNull(z.int()),
    /** Number of open assignments. */
    assignment_count: z.int().default(0),
  }),
  key: ({ id }: { id: string }) => ({ pk: `course#${id}`, sk: 'course' }),
  lists: {
    byStatus: {
      index: 'gsi1',
      partition: ({ status }: { status: CourseStatus }) => `courses#${status}`,
      shared: true,
      sort: ({ id }) => id,
      order: 'descending',
    },
    byCategory: {
      index: 'gsi2',
      partition: ({ category_id, status }: { category_id: string | null; status: CourseStatus }) =>
        category_id === null ? null : `courses#${category_id}#${status}`,
      shared: true,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
  detail: ['contents', 'publication', 'run', 'embedded_ids'],
  // a category may be renamed while a person changes the course
  counters: ['enrollment_count', 'assignment_count', 'file_version', 'category'],
})

export type StoredCourse = ThingOf<typeof courses>

type FromFile = Pick<StoredCourse, 'source' | 'file_version'>

/** Returns the version of its file that a course was made from; the first where the source names none. */
export const courseSourceVersion = ({ source }: Pick<FromFile, 'source'>): number => source.version ?? 1

/** Returns true if no newer version of the course's file is known, or if the course has no file. */
export const isSourceCurrent = (course: FromFile): boolean =>
  course.source.file_id === null || (course.file_version ?? 0) <= courseSourceVersion(course)

export const courseSearchScope = 'lms.course'

export const lessonSearchScope = 'lms.lesson'
