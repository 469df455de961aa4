import { sweeper } from '../../platform/events/sweeper.ts'
import { getItems } from '../../platform/table/batch/batch-get.ts'
import { deletePartition } from '../../platform/table/list/partition.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { categories } from '../category/category.ts'
import { courses } from '../course/course.ts'
import { sweeps, type Sweep } from '../queues.ts'
import { sweepCourse, sweepOrphans, sweepTexts } from '../course/sweep.ts'

/** Runs one sweep until the time `until`; returns true if the sweep is complete. */
const runCourseSweep = async (message: Sweep, until: number): Promise<boolean> => {
  if (message.what === 'category') {
    const key = categories.keyOf({ id: message.category_id })
    // the category may have been restored meanwhile
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
 * Removes the remains of deleted courses and categories, and the former texts of courses, which nobody can read
 * anymore.
 */
export const sweepCourses = sweeper(sweeps, runCourseSweep)
