/** Maximum number of source places that a lesson names. */
export const maxLessonSources = 10
