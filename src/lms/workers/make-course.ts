import { characterMaps } from '../../documents/character-maps.ts'
import { inTurn } from '../../files/text/reading-turns.ts'
import { worker } from '../../platform/events/worker.ts'
import { generations } from '../queues.ts'
import { buildCourse } from '../generation/course-generation.ts'

/** Makes courses out of files, one at a time: a large document takes minutes, and much memory. */
export const makeCourse = worker(
  generations,
  {
    batchSize: 1,
    timeoutSeconds: 900,
    memoryMegabytes: 3_008,
    temporaryMegabytes: 1_024,
    profile: 'fileworker',
    assets: [characterMaps],
    asksModels: true,
    recursive: true,
  },
  inTurn(generations, buildCourse),
)
