/** How many places of a document a lesson names as where it comes from. */
export const maxLessonSources = 10
