import { notifyCourse as lmsNews } from '../lms/workers/notify-course.ts'
import { placeEvents as lmsCalendars } from '../lms/workers/place-events.ts'
import { placeDueDates as taskDueDates } from '../task/workers/place-due-dates.ts'
import { tellOfDeletedThing as trashNews } from '../trash/workers/tell-of-deleted-thing.ts'
import { notifySubscribers as wikiNews } from '../wiki/workers/notify-subscribers.ts'
import { renewAncestors as wikiMoves } from '../wiki/workers/renew-ancestors.ts'
import { tellOfComment as wikiCommentNews } from '../wiki/workers/tell-of-comment.ts'
import { tellOfDeletion as wikiDeletions } from '../wiki/workers/tell-of-deletion.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const fanOutsQueue = queueFunction('fan-outs', {
  'lms-news': lmsNews,
  'lms-calendars': lmsCalendars,
  'task-due-dates': taskDueDates,
  'trash-news': trashNews,
  'wiki-news': wikiNews,
  'wiki-moves': wikiMoves,
  'wiki-comment-news': wikiCommentNews,
  'wiki-deletions': wikiDeletions,
})
