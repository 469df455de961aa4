import { characterMaps } from '../../documents/character-maps.ts'
import { inTurn } from '../../files/text/reader-semaphore.ts'
import { worker } from '../../platform/events/worker.ts'
import { generations } from '../queues.ts'
import { buildCourse, giveUp } from '../generation/course-generation.ts'

/** Generates courses from files, one at a time. A course that fails repeatedly ends as failed. */
export const makeCourse = worker(
  generations,
  { assets: [characterMaps], giveUp },
  inTurn(generations, buildCourse),
)
