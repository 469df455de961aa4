import type { Actor } from '../../platform/identity/actor.ts'
import type { ChapterInput } from '../chapter/chapter-input.ts'
import { emptyContents } from './contents/contents.ts'
import { withChapters, storedContents, type ContentsDraft } from './contents/draft.ts'
import { copiedCategory } from './category/category-copy.ts'
import { toSyncCourse } from './derived-rows.ts'
import { courseResponse } from './response.ts'
import { courses, type StoredCourse } from './course.ts'
import { authorships } from './authorship.ts'
import { swapContents } from './contents/swap.ts'
import { requireCourseDates } from './rules.ts'
import { withShownFiles } from './contents/files.ts'

type NewCourse = Pick<StoredCourse, 'title' | 'status' | 'start_at' | 'end_at'> & Partial<StoredCourse>

/** Creates a course with the contents that `draftOf` returns for its ID; throws 422 if the category does not exist. */
export const addCourseWith = async (
  author: Actor,
  fields: NewCourse,
  draftOf: (id: string) => ContentsDraft,
) => {
  requireCourseDates(fields)
  const category = await copiedCategory(fields.category_id)
  const made = courses.make({ ...fields, ...category, author })
  const written = draftOf(made.id)
  const { draft, files } = await withShownFiles(author, made, emptyContents, written)
  const { fields: follow, writes } = storedContents({ ...made, version: 0 }, emptyContents, draft)
  const publication = made.status === 'published' ? { version: 1, by: author, at: made.created_at } : null
  const course = courses.make({ ...made, ...follow, ...files, publication })
  const changes = [
    courses.toCreate(course),
    authorships.toCreate({ user_id: author.id, course_id: course.id }),
    ...toSyncCourse(undefined, course),
  ]
  await swapContents(writes, changes, true)
  const { contents, texts: known } = draft
  return courseResponse({ reader: author, course, enrollment: undefined, contents, known })
}

/** Creates a course; throws 422 if the category does not exist. */
export const addCourse = (
  author: Actor,
  { chapters, description, ...fields }: NewCourse & { description: string | null; chapters: ChapterInput[] },
) => addCourseWith(author, fields, () => withChapters({ ...emptyContents, description }, chapters))
