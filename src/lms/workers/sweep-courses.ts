import { worker } from '../../platform/events/worker.ts'
import { categories } from '../category.ts'
import { Sweep, sweepQueue, toSweep } from '../sweep.ts'
import { sweepCourse, sweepOrphans, sweepPartition, sweepTexts } from '../course-sweep.ts'

/** How long one run goes on before it leaves the rest to another. */
const runMilliseconds = 30_000

/** Does a part of the work, or all; tells whether that was all. */
const sweep = async (message: Sweep, until: number): Promise<boolean> => {
  if (message.what === 'category')
    return sweepPartition(categories.keyOf({ id: message.category_id }).pk, until)
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
export const sweepCourses = worker(
  { queue: sweepQueue, message: Sweep, recursive: true },
  async (message) => {
    const isDone = await sweep(message, Date.now() + runMilliseconds)
    return isDone ? undefined : toSweep(message)
  },
)
