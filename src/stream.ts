import * as assistants from './assistants/on-change.ts'
import * as chats from './chats/on-change.ts'
import * as files from './files/on-change.ts'
import * as jobs from './jobs/on-change.ts'
import * as lms from './lms/on-change.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import * as personalData from './personal-data/on-change.ts'
import { loadChangeHandlers } from './search/on-change.ts'
import * as support from './support/on-change.ts'
import * as task from './task/on-change.ts'
import * as trash from './trash/on-change.ts'
import * as wiki from './wiki/on-change.ts'

const areas = [assistants, chats, files, jobs, lms, personalData, support, task, trash, wiki]

/** The Lambda behind the table's stream: what each area does when something has changed, and what is indexed again. */
export const dispatchChanges = dispatcher(async () => [
  // first, since a sweep may remove what tells which documents are out of date
  ...(await loadChangeHandlers()),
  ...areas.flatMap(({ changeHandlers }) => changeHandlers),
])

/** The same for the index alone, for `npm run replay -- --only search`. */
export const dispatchToIndex = dispatcher(loadChangeHandlers)
