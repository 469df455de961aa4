/** The lessons of a course in a response. */
export interface Course {
  id: string
  version: number
  chapters: {
    id: string
    title: string
    lessons: { id: string; title: string; content: string | null; content_url: string }[]
  }[]
}

export const lessonsOf = (course: Course) => course.chapters.flatMap(({ lessons }) => lessons)
