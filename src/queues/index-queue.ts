import { indexDocuments as search } from '../search/workers/index-documents.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const indexQueue = queueFunction('index', {
  search: search,
})
