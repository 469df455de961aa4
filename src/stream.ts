import * as assistants from './assistants/on-change.ts'
import * as chats from './chats/on-change.ts'
import * as files from './files/on-change.ts'
import * as lms from './lms/on-change.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import * as support from './support/on-change.ts'
import * as task from './task/on-change.ts'
import * as users from './users/on-change.ts'
import * as wiki from './wiki/on-change.ts'

const areas = [assistants, chats, files, lms, support, task, users, wiki]

/** The Lambda behind the table's stream: what each area does when something has changed. */
export const dispatchChanges = dispatcher(areas.flatMap(({ changeHandlers }) => changeHandlers))
