import * as z from '../platform/schema/schema.ts'
import type { Message } from '../platform/events/queue.ts'

/** A course that was published: those of an audience are to be told that stand behind `cursor`. */
export const CourseNews = z.object({
  course_id: z.string(),
  /** The version that published it. */
  version: z.int(),
  audience: z.enum(['enrolled', 'following']),
  cursor: z.string().nullable().default(null),
})

export const newsQueue = 'lms-news'

export const toTell = (body: z.input<typeof CourseNews>): Message => ({ queue: newsQueue, body })
