import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import { StoredText } from '../platform/table/large-text.ts'

/** One making of a course out of a file (generation.ts). */
const Run = z.object({ course_id: z.string(), run_id: z.string() })
export type Run = z.output<typeof Run>

/** Courses that are to be made out of files, and how often that has waited for its turn. */
export const generations = messageKind(
  'course-from-file',
  'courses',
  Run.extend({ waits: z.int().default(0) }),
)

/** A course that was published, which an audience is to be told. */
const CourseNews = z.object({
  course_id: z.string(),
  /** The version that published it. */
  version: z.int(),
  audience: z.enum(['enrolled', 'following']),
  cursor: Cursor,
})
export type CourseNews = z.output<typeof CourseNews>

/** A file that has another version: the authors of courses that were made from it are told. */
const FileNews = z.object({ file_id: z.string(), cursor: Cursor })

export const courseNews = messageKind('lms-news', 'notices', z.union([CourseNews, FileNews]))

/** A category that has another name, which its courses have copies of. */
export const categoryRenames = messageWith('lms-category-renames', 'fan-outs', {
  category_id: z.string(),
  cursor: Cursor,
})

/** Events of courses that have changed, which calendars follow. */
export const eventChanges = messageWith('lms-calendars', 'fan-outs', {
  event_id: z.string(),
  course_id: z.string(),
  /** When it began before. */
  was_at: z.string().nullable(),
  cursor: Cursor,
})

/**
 * What is to be swept: all that is with a course or a category that is gone, the texts that a course had
 * before, or those older than `before` that no course ever came to point to, as the work on it was cut off.
 */
const Sweep = z.discriminatedUnion('what', [
  z.object({ what: z.literal('course'), course_id: z.string(), author_id: z.string() }),
  z.object({ what: z.literal('category'), category_id: z.string() }),
  z.object({ what: z.literal('orphans'), course_id: z.string(), before: z.string() }),
  z.object({ what: z.literal('texts'), course_id: z.string(), contents: StoredText }),
])
export type Sweep = z.output<typeof Sweep>

export const sweeps = messageKind('lms-sweeps', 'sweeps', Sweep)
