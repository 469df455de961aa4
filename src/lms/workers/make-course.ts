import { characterMaps } from '../../documents/character-maps.ts'
import { inTurn } from '../../files/text/reader-semaphore.ts'
import { worker } from '../../platform/events/worker.ts'
import { generations } from '../queues.ts'
import { buildCourse, giveUp } from '../generation/course-generation.ts'

/** Makes courses out of files, one at a time. One that fails again and again is not left as being made. */
export const makeCourse = worker(
  generations,
  { assets: [characterMaps], giveUp },
  inTurn(generations, buildCourse),
)
