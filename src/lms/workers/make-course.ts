import { characterMaps } from '../../documents/character-maps.ts'
import { withReaderTurn } from '../../files/text/reader-semaphore.ts'
import { worker } from '../../platform/events/worker.ts'
import { generations } from '../queues.ts'
import { buildCourse, abandonRun } from '../generation/course-generation.ts'

/** Generates courses from files, one at a time. A course that fails repeatedly ends as failed. */
export const makeCourse = worker(
  generations,
  { assets: [characterMaps], giveUp: abandonRun },
  withReaderTurn(generations, buildCourse),
)
