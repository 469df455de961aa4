import { reactions as assistantReactions } from './assistants/reactions.ts'
import { reactions as chatReactions } from './chats/reactions.ts'
import { reactions as fileReactions } from './files/reactions.ts'
import { reactions as lmsReactions } from './lms/reactions.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import { reactions as supportReactions } from './support/reactions.ts'
import { reactions as taskReactions } from './task/reactions.ts'
import { reactions as userReactions } from './users/reactions.ts'
import { reactions as wikiReactions } from './wiki/reactions.ts'

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
