import { changeHandlers as assistantReactions } from './assistants/on-change.ts'
import { changeHandlers as chatReactions } from './chats/on-change.ts'
import { changeHandlers as fileReactions } from './files/on-change.ts'
import { changeHandlers as lmsReactions } from './lms/on-change.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import { changeHandlers as supportReactions } from './support/on-change.ts'
import { changeHandlers as taskReactions } from './task/on-change.ts'
import { changeHandlers as userReactions } from './users/on-change.ts'
import { changeHandlers as wikiReactions } from './wiki/on-change.ts'

/** What follows from what: the Lambda behind the table's stream. */
export const dispatchChanges = dispatcher([
  ...lmsReactions,
  ...assistantReactions,
  ...chatReactions,
  ...fileReactions,
  ...supportReactions,
  ...taskReactions,
  ...userReactions,
  ...wikiReactions,
])
