import { isDeepStrictEqual } from 'node:util'
import { ConflictError } from '../../../platform/table/conflict.ts'
import { removeBatch, writeBatch } from '../../../platform/table/batch/batch-write.ts'
import { transact } from '../../../platform/table/table.ts'
import { putItems, type Item, type Operation } from '../../../platform/table/operation.ts'
import type { Actor } from '../../../platform/identity/actor.ts'
import { withShownFiles } from './files.ts'
import type { StoredCourse } from '../course.ts'
import { courseLessons, type CourseContents } from './contents.ts'
import { storedContents, type ContentsDraft } from './draft.ts'

const lessonIds = (contents: CourseContents) => courseLessons(contents).map(({ id }) => id)

/**
 * Returns the contents of a course as `actor` rewrites them, with the fields of the course that are derived from them
 * and the writes that store them; neither if nothing changes. Throws 422 if the quizzes are too large. `former` has the
 * files of restored contents.
 */
export const rewriteContents = async (
  actor: Actor,
  course: StoredCourse,
  before: CourseContents,
  written: ContentsDraft,
  former?: readonly string[],
) => {
  const { draft, files } = await withShownFiles(actor, course, before, written, former)
  if (isDeepStrictEqual(draft.contents, before)) return { draft, fields: {}, writes: [] }
  const { fields, writes } = storedContents(course, before, draft)
  const isSameOutline = lessonIds(before).join() === lessonIds(draft.contents).join()
  const outline = isSameOutline ? {} : { outline_revision: course.version + 1 }
  return { draft, fields: { ...fields, ...files, ...outline }, writes }
}

/**
 * Maximum number and size of texts written in the transaction itself (DynamoDB accepts 100 writes and 4 MB); larger
 * sets are stored before the transaction.
 */
const maxInTransaction = { writes: 80, bytes: 2_000_000 }

const totalItemBytes = (items: Item[]) =>
  items.reduce((bytes, item) => bytes + Buffer.byteLength(JSON.stringify(item)), 0)

/**
 * Writes `changes`, which refer to the texts that `texts` store, all or nothing: no reader sees a partly changed
 * course. Texts too large for one transaction are stored first, while nothing refers to them. `isNew` is true if the
 * writes create the course.
 */
export const swapContents = async (
  texts: Operation[],
  changes: Operation[],
  isNew = false,
): Promise<void> => {
  const items = putItems(texts)
  if (texts.length <= maxInTransaction.writes && totalItemBytes(items) <= maxInTransaction.bytes)
    return transact([...changes, ...texts])
  await writeBatch(items, [])
  await transact(changes).catch(async (error: unknown) => {
    // only a conflict proves that nothing refers to the texts, and a retried creation reuses the IDs of the first
    // attempt
    if (error instanceof ConflictError && !isNew) await removeBatch(items)
    throw error
  })
}
