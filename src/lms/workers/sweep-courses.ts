import { sweeper } from '../../platform/events/sweeper.ts'
import { deletePartition } from '../../platform/table/partition.ts'
import { categories } from '../category.ts'
import { sweeps, type Sweep } from '../queues.ts'
import { sweepCourse, sweepOrphans, sweepTexts } from '../course-sweep.ts'

/** Does a part of the work, or all; tells whether that was all. */
const sweep = async (message: Sweep, until: number): Promise<boolean> => {
  if (message.what === 'category')
    return deletePartition(categories.keyOf({ id: message.category_id }).pk, until)
  if (message.what === 'texts') {
    await sweepTexts(message.course_id, message.contents)
    return true
  }
  if (message.what === 'orphans') {
    await sweepOrphans(message.course_id, message.before)
    return true
  }
  return sweepCourse(message.course_id, message.author_id, until)
}

/**
 * Removes what has gone with a course or a category, or what a course pointed to before. Nobody can read it
 * by then.
 */
export const sweepCourses = sweeper(sweeps, sweep)
