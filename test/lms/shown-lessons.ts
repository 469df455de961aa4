/** A course as it is shown, as far as lessons go. */
export interface Course {
  id: string
  version: number
  chapters: {
    id: string
    title: string
    lessons: { id: string; content: string | null; content_url: string }[]
  }[]
}

export const lessonsOf = (course: Course) => course.chapters.flatMap(({ lessons }) => lessons)
