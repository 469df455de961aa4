import { characterMaps } from '../../documents/character-maps.ts'
import { worker } from '../../platform/events/worker.ts'
import { texts } from '../queues.ts'
import { inTurn } from '../text/reader-semaphore.ts'
import { giveUpText, makeFileText } from '../text/text-extraction.ts'

/** Extracts the text of files, one at a time. After repeated failures, the file is marked as having no text. */
export const makeText = worker(
  texts,
  { assets: [characterMaps], giveUp: ({ file_id, object_id }) => giveUpText(file_id, object_id) },
  inTurn(texts, ({ file_id, object_id }) => makeFileText(file_id, object_id)),
)
