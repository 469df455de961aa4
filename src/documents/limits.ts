/** What an outline is cut to: as much as a course holds, whose own bounds these are too. */
export const mostChapters = 50
export const mostLessons = 300

/** How long the text of a lesson may be, in characters. */
export const mostCharacters = 100_000
