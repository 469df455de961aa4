import { makeText as fileTexts } from '../files/workers/make-text.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const textsQueue = queueFunction('texts', {
  'file-texts': fileTexts,
})
