import { sweeper } from '../../platform/events/sweeper.ts'
import { getItems } from '../../platform/table/batch/batch-get.ts'
import { deletePartition } from '../../platform/table/list/partition.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { categories } from '../category/category.ts'
import { courses } from '../course/course.ts'
import { sweeps, type Sweep } from '../queues.ts'
import { sweepCourse, sweepOrphans, sweepTexts } from '../course/sweep.ts'

/** Does a part of the work, or all; tells whether that was all. */
const sweep = async (message: Sweep, until: number): Promise<boolean> => {
  if (message.what === 'category') {
    const key = categories.keyOf({ id: message.category_id })
    // it may have been put back meanwhile
    const isThere = (await getItems([key]))[0] !== undefined
    return isThere || deletePartition(key.pk, until, key.sk)
  }
  if (message.what === 'texts') {
    await sweepTexts(message.course_id, message.contents)
    return true
  }
  if (message.what === 'orphans') {
    await sweepOrphans(message.course_id, message.before)
    return true
  }
  const isKept = !(await isGoneForGood(courses, message.course_id))
  return isKept || sweepCourse(message.course_id, message.author_id, until)
}

/**
 * Removes what has gone with a course or a category, or what a course pointed to before. Nobody can read it
 * by that time.
 */
export const sweepCourses = sweeper(sweeps, sweep)
