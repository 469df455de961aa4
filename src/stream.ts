import { changeHandlers } from '#generated/change-handlers.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import { loadChangeHandlers } from './search/index-changes.ts'

/** Lambda function behind the table's stream: runs the change handlers of all areas and updates the search index. */
export const dispatchChanges = dispatcher(async () => [
  // first, since a sweep may remove what identifies the outdated documents
  ...(await loadChangeHandlers()),
  ...changeHandlers,
])

/** Updates the search index alone, for `npm run replay -- --only search`. */
export const dispatchToIndex = dispatcher(loadChangeHandlers)
