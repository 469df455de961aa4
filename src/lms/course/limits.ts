import type { OutlineLimits } from '../../documents/outline/chapter-limits.ts'

/** What a course may hold, and so what an outline of a file is split into; the text of a lesson is its Markdown. */
export const courseLimits: OutlineLimits = {
  maxChapters: 50,
  maxLessons: 300,
  maxLessonCharacters: 100_000,
}

/** How many pictures of its file a course has: those of the lessons that are kept, and then the first ones. */
export const maxImages = 100
