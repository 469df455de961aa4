import { NewEvent } from '../../../src/calendar/event-input.ts'
import { addCategory } from '../../../src/lms/category/changes.ts'
import { CategoryInput } from '../../../src/lms/category/category.ts'
import { changeCourse } from '../../../src/lms/course/changes.ts'
import { addCourse } from '../../../src/lms/course/creation.ts'
import { NewCourse } from '../../../src/lms/course/input.ts'
import { courses } from '../../../src/lms/course/course.ts'
import { enroll, setProgress } from '../../../src/lms/learning/changes.ts'
import { addEvent } from '../../../src/lms/event/changes.ts'
import { fileSource, startGeneration } from '../../../src/lms/generation/start.ts'
import { loadCourse } from '../../../src/lms/course/loaded-course.ts'
import { courseLessons } from '../../../src/lms/course/contents/contents.ts'
import { readDemoContent } from './content.ts'
import type { Journal } from './journal.ts'
import type { Name, People } from './people.ts'

interface CourseEvent {
  title: string
  type: 'session' | 'deadline'
  /** Days from the first start. */
  in: number
  /** Start in hours UTC, and duration in hours; a whole day without them. */
  at?: number
  hours?: number
  location?: string
}

interface GivenCourse {
  title: string
  category: string
  events?: CourseEvent[]
  enrolled?: Partial<Record<Name, number>>
}

interface Content {
  categories: { name: string; description: string; parent?: string }[]
  courses: GivenCourse[]
}

const categoryName = (name: string) => `category/${name}`

/** Creates the course categories, one of them nested. Returns their IDs by name. */
const loadCategories = async ({ once }: Journal): Promise<Map<string, string>> => {
  const ids = new Map<string, string>()
  for (const [position, { name, description, parent }] of readDemoContent<Content>(
    'courses.yml',
  ).categories.entries()) {
    const parent_id = parent === undefined ? null : ids.get(parent)
    const category = CategoryInput.parse({ name, description, parent_id, position })
    ids.set(name, await once(categoryName(name), () => addCategory(category), 20))
  }
  return ids
}

const loadEvent = ({ admin }: People, course_id: string, event: CourseEvent, { once, inDays }: Journal) => {
  const { title, type, location, at = 0, hours } = event
  const start = inDays(event.in)
  start.setUTCHours(at, 0, 0, 0)
  const end_at = hours === undefined ? null : new Date(start.getTime() + hours * 3_600_000).toISOString()
  const times = { start_at: start.toISOString(), end_at, all_day: hours === undefined }
  const fields = NewEvent.parse({ title, type, location: location ?? null, course_id, ...times })
  return once(`event/${title}`, () => addEvent(admin, fields), 5)
}

const loadEnrollment = async (
  people: People,
  course_id: string,
  name: Name,
  count: number,
  { once }: Journal,
) => {
  const actor = people[name]
  await once(`enrollment/${course_id}/${name}`, async () => {
    await enroll(actor, course_id)
    const { contents } = await loadCourse(actor, course_id, [''])
    for (const { id } of courseLessons(contents).slice(0, count))
      await setProgress(actor, course_id, id, true)
    return { id: course_id }
  })
}

const loadGiven = async (
  people: People,
  categories: Map<string, string>,
  given: GivenCourse,
  journal: Journal,
) => {
  const { category, events = [], enrolled = {}, ...fields } = given
  const course = NewCourse.parse({ ...fields, category_id: categories.get(category) })
  const id = await journal.once(`course/${given.title}`, () => addCourse(people.admin, course), 10)
  for (const event of events) await loadEvent(people, id, event, journal)
  for (const [name, count] of Object.entries(enrolled))
    await loadEnrollment(people, id, name as Name, count, journal)
}

/** Creates the first course with its category, events and enrollments. */
export const loadFirstCourse = async (people: People, journal: Journal): Promise<void> => {
  const categories = await loadCategories(journal)
  const [first] = readDemoContent<Content>('courses.yml').courses
  if (first) await loadGiven(people, categories, first, journal)
}

/** Creates the other handwritten courses. */
export const loadCourses = async (people: People, journal: Journal): Promise<void> => {
  const categories = await loadCategories(journal)
  for (const course of readDemoContent<Content>('courses.yml').courses)
    await loadGiven(people, categories, course, journal)
}

/** Generates a course from a file, and publishes it when it is complete. */
export const loadGeneratedCourse = async (
  { user, other }: People,
  file: { id: string; name: string },
  idle: () => Promise<void>,
  journal: Journal,
): Promise<void> => {
  const categories = await loadCategories(journal)
  const category_id = categories.get('Installation') ?? null
  const id = await journal.once('course/from-file', () =>
    startGeneration(user, { files: [file], source: fileSource(file), category_id, language: 'en' }),
  )
  await idle()
  const course = await courses.find({ id })
  if (course?.status !== 'draft') return
  await journal.once('publication/from-file', () =>
    changeCourse(user, id, { status: 'published', level: 'beginner', tags: ['lf-200'] }, undefined),
  )
  await journal.once(`enrollment/${id}/other`, async () => {
    await enroll(other, id)
    return { id }
  })
}
