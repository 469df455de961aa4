import type { StreamChange } from '../../platform/events/dispatcher.ts'
import type { Resource } from '../../platform/resource.ts'
import { documentTrigger } from '../../platform/search/definition.ts'
import { ignoreConflict, retryOnConflict } from '../../platform/table/conflict.ts'
import { endsTermRetention, trashEntries, type StoredEntry } from '../../platform/trash/entry.ts'
import { trashedThing } from '../../platform/trash/trashed-things.ts'
import { lessonUrl, type StoredLesson } from '../chapter/chapter.ts'
import {
  loadContents,
  courseLessons,
  emptyContents,
  findLessonText,
  lessonTexts,
} from '../course/contents/contents.ts'
import { readableCourses, visibleCoursesById } from '../course/visible-courses.ts'
import { courses, courseType, lessonSearchScope, type StoredCourse } from '../course/course.ts'

const type = 'lesson'

/** Returns the ID of a lesson that is unique among all resources and sorts by time. */
const lessonRef = (course_id: string, lesson_id: string) => `${lesson_id}#${course_id}`

const parseLessonRef = (ref: string) => {
  const [lesson_id = '', course_id = ''] = ref.split('#')
  return { lesson_id, course_id }
}

/** Returns the lessons of a course; none if the course has changed or was deleted meanwhile. */
const findLessons = async (course: StoredCourse | undefined): Promise<StoredLesson[]> =>
  course ? courseLessons((await ignoreConflict(() => loadContents(course))) ?? emptyContents) : []

const toLessonView = ({ id, title, updated_at, author }: StoredCourse, lesson: StoredLesson) => ({
  type,
  id: lesson.id,
  title: lesson.title,
  url: lessonUrl(id, lesson),
  parent: { type: courseType.type, id },
  text: '',
  updated_at,
  author_id: author.id,
  breadcrumbs: async () => [{ type: courseType.type, id, title }],
})

/** Returns the prompts of a quiz, the only part of it that search finds; words of options would reveal answers. */
const quizPrompts = ({ quiz }: StoredLesson): string =>
  quiz?.questions.map(({ prompt }) => prompt).join('\n\n') ?? ''

/** Returns the IDs of lessons that were added, removed, or have another title, text or prompt. */
const changedLessons = async (before: StoredCourse | undefined, after: StoredCourse | undefined) => {
  const [old, present] = await Promise.all([findLessons(before), findLessons(after)])
  const contentKey = (lesson: StoredLesson) =>
    JSON.stringify([lesson.id, lesson.title, lesson.text?.id, quizPrompts(lesson)])
  const [oldContents, contents] = [new Set(old.map(contentKey)), new Set(present.map(contentKey))]
  const changed = [
    ...old.filter((lesson) => !contents.has(contentKey(lesson))),
    ...present.filter((lesson) => !oldContents.has(contentKey(lesson))),
  ]
  return [...new Set(changed.map(({ id }) => id))]
}

/**
 * Returns the search document of a lesson. Only lessons have the prompts of quizzes, not the text of the course, from
 * which assistants would quote a question as its answer (decision 0065). Throws {@link ConflictError} if the course has
 * changed meanwhile.
 */
const loadLessonDocument = async (ref: string) => {
  const { lesson_id, course_id } = parseLessonRef(ref)
  const course = await courses.find({ id: course_id })
  const lessons = course && courseLessons(await loadContents(course))
  const lesson = lessons?.find(({ id }) => id === lesson_id)
  if (!course || !lesson) return undefined
  const parts = [findLessonText(await lessonTexts(course, [lesson]), lesson), quizPrompts(lesson)]
  const text = parts.filter(Boolean).join('\n\n')
  return { scopes: [lessonSearchScope], container: course_id, title: lesson.title, text }
}

/** Returns the lessons of a purged course. */
const purgedLessons = async ({ before, after }: StreamChange<StoredEntry>) => {
  if (!after || !endsTermRetention(before, after)) return []
  return (await findLessons(trashedThing(courses, after))).map(({ id }) => ({ id: lessonRef(after.id, id) }))
}

/** The resource definition of lessons; anyone who may see the course may read them. */
export const lessonResource: Resource = {
  type,
  trash: 'A lesson is deleted with its course.',
  undo: 'A lesson is restored with its course.',
  erasure: 'A lesson belongs to its course.',
  rights: 'A lesson is readable with its course.',
  isPart: true,
  search: {
    scopesOf: () => [lessonSearchScope],
    containerType: courseType.type,
    triggers: [
      documentTrigger(
        courses,
        ({ contents }) => contents?.id,
        async ({ before, after, record: { id } }) =>
          (await changedLessons(before, after)).map((lesson_id) => ({ id: lessonRef(id, lesson_id) })),
        ({ id }) => [id],
      ),
      documentTrigger(trashEntries, ({ type, state }) => type === courseType.type && state, purgedLessons),
    ],
    document: (ref) => retryOnConflict(() => loadLessonDocument(ref)),
    readable: readableCourses,
  },
  load: async (reader, wanted) => {
    const keys = wanted.map(({ id }) => parseLessonRef(id))
    const course_ids = keys.map(({ course_id }) => course_id)
    const seen = await visibleCoursesById(reader, course_ids)
    const found = await Promise.all(seen.values().map(({ course }) => findLessons(course)))
    const lessons = new Map([...seen.keys()].map((id, index) => [id, found[index]]))
    return keys.map(({ course_id, lesson_id }) => {
      const course = seen.get(course_id)?.course
      const lesson = lessons.get(course_id)?.find(({ id }) => id === lesson_id)
      return course && lesson ? toLessonView(course, lesson) : undefined
    })
  },
}
