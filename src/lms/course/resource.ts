import { linkTo, type Resource } from '../../platform/resource.ts'
import type { Rights } from '../../platform/rights.ts'
import { lessonUrl } from '../chapter/chapter.ts'
import { coursePolicy } from './access.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { indexedThings } from '../../platform/search/definition.ts'
import { findTexts, completeTexts } from '../../platform/table/large-text.ts'
import {
  loadContents,
  courseLessons,
  coursePartition,
  findLessonText,
  lessonTexts,
  textPlaces,
  type CourseContents,
} from './contents/contents.ts'
import { readableCourses, visibleCourses } from './visible-courses.ts'
import { courses, courseType, courseSearchScope, type StoredCourse } from './course.ts'

/**
 * Returns the text of a course in Markdown, with the lesson texts among `texts`, by their stored names; a link stands
 * for any other text.
 */
const courseMarkdown = (
  course: StoredCourse,
  { description, chapters }: CourseContents,
  texts: Map<string, string>,
): string => {
  const parts = chapters.flatMap(({ title, summary, lessons }) => [
    `# ${title}`,
    summary,
    ...lessons.flatMap((lesson) => [
      `## ${lesson.title}`,
      findLessonText(texts, lesson) ?? (lesson.text && `<${lessonUrl(course.id, lesson)}>`),
    ]),
  ])
  return [course.short_description, description, ...parts].filter(Boolean).join('\n\n')
}

/** Returns the whole text of a course for search. Throws {@link ConflictError} if the course has changed meanwhile. */
const indexedCourseText = async (course: StoredCourse): Promise<string> => {
  const contents = await loadContents(course)
  return courseMarkdown(course, contents, await lessonTexts(course, courseLessons(contents)))
}

/**
 * Returns the whole text of a course, up to 1 MB of stored texts. Throws {@link ConflictError} if the course has
 * changed meanwhile.
 */
const readCourseContent = async (course: StoredCourse): Promise<string> => {
  const found = await findTexts(coursePartition(course))
  const contents = await loadContents(course, found)
  return courseMarkdown(course, contents, completeTexts(found, textPlaces(courseLessons(contents))))
}

const toCourseView = (course: StoredCourse) => ({
  ...linkTo(courseType, course),
  text: course.short_description ?? '',
  updated_at: course.updated_at,
  author_id: course.author.id,
  content: () => readCourseContent(course),
  file_ids: course.files.map(({ id }) => id),
})

/** Returns the people with access to a course; enrolled people also see an archived course. */
const courseRights = (course: StoredCourse): Rights => ({
  decidedBy: linkTo(courseType, course),
  decide: async (person) => {
    const enrollment = await enrollments.find({ course_id: course.id, user_id: person.id })
    return coursePolicy.decide({ ...course, isEnrolled: enrollment !== undefined }, person)
  },
  mayChange: (person) => coursePolicy.allows(course, person, 'edit'),
  owner: course.author,
  named: [],
  isOpen: true,
})

export const courseResource: Resource = {
  type: courseType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const course = await courses.find({ id })
    return course && courseRights(course)
  },
  isKnowledge: true,
  isSource: true,
  holdsFiles: true,
  search: {
    ...indexedThings(courseType.type, courses, {
      scope: courseSearchScope,
      indexed: {
        title: 'title',
        labels: 'tags',
        text: {
          version: ({ short_description, contents }) => [short_description, contents?.id],
          read: indexedCourseText,
        },
      },
    }),
    readable: readableCourses,
  },
  load: async (reader, wanted) => {
    const found = await visibleCourses(
      reader,
      wanted.map(({ id }) => id),
    )
    return found.map((seen) => seen && toCourseView(seen.course))
  },
}
