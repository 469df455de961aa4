import type { OutlineLimits } from '../../documents/outline/chapter-limits.ts'

/** How many chapters a course has, and lessons in all of them. */
export const maxChapters = 50
export const maxLessons = 300

/** What a course may hold, and so what an outline of a file is split into; the text of a lesson is its Markdown. */
export const courseLimits: OutlineLimits = { maxChapters, maxLessons, maxLessonCharacters: 100_000 }

/** How many pictures of its file a course has: those of the lessons that are kept, and then the first ones. */
export const maxImages = 100
