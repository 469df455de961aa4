import { characterMaps } from '../../documents/character-maps.ts'
import { worker } from '../../platform/events/worker.ts'
import { texts } from '../queues.ts'
import { inTurn } from '../text/reading-turns.ts'
import { makeFileText } from '../text/text-making.ts'

/** Makes text of files, one at a time: a large document takes minutes, and much memory. */
export const makeText = worker(
  texts,
  {
    concurrency: 20,
    batchSize: 1,
    timeoutSeconds: 300,
    memoryMegabytes: 3_008,
    temporaryMegabytes: 1_024,
    profile: 'fileworker',
    assets: [characterMaps],
    recursive: true,
  },
  inTurn(texts, ({ file_id, object_id }) => makeFileText(file_id, object_id)),
)
