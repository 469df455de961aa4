import { characterMaps } from '../../documents/character-maps.ts'
import { worker } from '../../platform/events/worker.ts'
import { texts } from '../queues.ts'
import { inTurn } from '../text/reader-semaphore.ts'
import { giveUpText, makeFileText } from '../text/text-extraction.ts'

/** Makes text of files, one at a time. Where that fails again and again, anyone who waits for one is told. */
export const makeText = worker(
  texts,
  { assets: [characterMaps], giveUp: ({ file_id, object_id }) => giveUpText(file_id, object_id) },
  inTurn(texts, ({ file_id, object_id }) => makeFileText(file_id, object_id)),
)
