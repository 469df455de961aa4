import type { OutlineLimits } from '../documents/outline/chapter-limits.ts'

/** Maximum number of chapters in a course, and of lessons in all its chapters. */
export const maxChapters = 50
export const maxLessons = 300

/** Limits of a course, and of the outline into which a file is split; the text of a lesson is its Markdown. */
export const courseLimits: OutlineLimits = {
  maxChapters,
  maxLessons,
  maxLessonCharacters: 100_000,
  maxLessonSources: 10,
}

/** Maximum body size of requests with chapters; longer courses are built lesson by lesson. */
export const maxCourseBytes = 4 * 1_048_576

/** Maximum number of resources from which one course is generated. */
export const maxCourseSources = 20

/**
 * Maximum number of images from the source file in a course: first the images of kept lessons, then the first new ones.
 */
export const maxImages = 100
