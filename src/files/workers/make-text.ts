import { characterMaps } from '../../documents/character-maps.ts'
import { worker } from '../../platform/events/worker.ts'
import { texts } from '../queues.ts'
import { withReaderTurn } from '../text/reader-semaphore.ts'
import { abandonExtraction, makeFileText } from '../text/text-extraction.ts'

/** Extracts the text of files, one at a time. After repeated failures, the file is marked as having no text. */
export const makeText = worker(
  texts,
  { assets: [characterMaps], giveUp: ({ file_id, object_id }) => abandonExtraction(file_id, object_id) },
  withReaderTurn(texts, ({ file_id, object_id }) => makeFileText(file_id, object_id)),
)
