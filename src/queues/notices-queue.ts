import { tellMentioned as chatMentions } from '../chats/workers/tell-mentioned.ts'
import { notifyCourse as lmsNews } from '../lms/workers/notify-course.ts'
import { tellPeople as ticketNews } from '../support/workers/tell-people.ts'
import { tellPeople as taskNews } from '../task/workers/tell-people.ts'
import { notifySubscribers as wikiNews } from '../wiki/workers/notify-subscribers.ts'
import { remindAuthor as wikiReviews } from '../wiki/workers/remind-author.ts'
import { tellOfComment as wikiCommentNews } from '../wiki/workers/tell-of-comment.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const noticesQueue = queueFunction('notices', {
  'chat-mentions': chatMentions,
  'lms-news': lmsNews,
  'ticket-news': ticketNews,
  'task-news': taskNews,
  'wiki-news': wikiNews,
  'wiki-reviews': wikiReviews,
  'wiki-comment-news': wikiCommentNews,
})
