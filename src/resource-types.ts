// Written by `npm run openapi` from the resources of all areas; it imports nothing, so any area may import it.

/** What others may point to. */
export const resourceTypes = [
  'wiki_space',
  'wiki_page',
  'course',
  'task',
  'ticket',
  'file',
  'chat',
  'chat_message',
  'ticket_message',
  'assistant',
  'lesson',
  'project',
  'task_comment',
  'user',
  'wiki_comment',
  'category',
  'event',
  'session',
  'job',
] as const

/** What belongs to another thing. */
export const partTypes = ['chat_message', 'ticket_message', 'lesson', 'task_comment', 'wiki_comment'] as const

/** What a search over everything looks for. */
export const searchedTypes = [
  'wiki_space',
  'wiki_page',
  'course',
  'task',
  'ticket',
  'file',
  'chat',
  'chat_message',
  'ticket_message',
  'assistant',
  'lesson',
  'project',
  'task_comment',
  'user',
  'wiki_comment',
] as const

/** What answers of assistants may quote. */
export const sourceTypes = ['wiki_page', 'course', 'task', 'ticket', 'file'] as const

/** What assistants may be given as knowledge. */
export const knowledgeTypes = ['wiki_space', 'wiki_page', 'course', 'file'] as const

/** What files can be attached to. */
export const fileHolderTypes = ['wiki_page', 'course', 'task', 'chat_message', 'ticket_message'] as const

/** What can be restored after it was deleted. */
export const trashedTypes = [
  'wiki_space',
  'wiki_page',
  'course',
  'task',
  'file',
  'assistant',
  'project',
] as const

/** What has an activity of its own. */
export const activityTypes = [
  'wiki_space',
  'wiki_page',
  'course',
  'task',
  'ticket',
  'file',
  'assistant',
  'project',
  'user',
  'category',
  'event',
  'job',
] as const
