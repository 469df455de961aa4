import { changeHandlers } from '#generated/change-handlers.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import { loadChangeHandlers } from './search/index-changes.ts'

/** The Lambda behind the table's stream: what each area does when something has changed, and what is indexed again. */
export const dispatchChanges = dispatcher(async () => [
  // first, since a sweep may remove what tells which documents are out of date
  ...(await loadChangeHandlers()),
  ...changeHandlers,
])

/** The same for the index alone, for `npm run replay -- --only search`. */
export const dispatchToIndex = dispatcher(loadChangeHandlers)
