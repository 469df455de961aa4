// Written by `npm run openapi` from the resources of all areas; it imports nothing, so any area may import it.

/** Types of all resources. */
export const resourceTypes = ['wiki_space', 'wiki_page', 'course', 'task', 'ticket', 'file', 'chat', 'chat_message', 'ticket_message', 'assistant', 'lesson', 'project', 'task_comment', 'user', 'wiki_comment', 'group', 'contact', 'category', 'event', 'job', 'macro', 'webhook', 'access_token', 'session'] as const

/** Types that belong to another resource. */
export const partTypes = ['chat_message', 'ticket_message', 'lesson', 'task_comment', 'wiki_comment'] as const

/** Types that the search over everything returns. */
export const searchedTypes = ['wiki_space', 'wiki_page', 'course', 'task', 'ticket', 'file', 'chat', 'chat_message', 'ticket_message', 'assistant', 'lesson', 'project', 'task_comment', 'user', 'wiki_comment', 'group', 'contact'] as const

/** Types that replies of assistants may quote. */
export const sourceTypes = ['wiki_page', 'course', 'task', 'ticket', 'file'] as const

/** Types that assistants can have as knowledge. */
export const knowledgeTypes = ['wiki_space', 'wiki_page', 'course', 'file'] as const

/** Types that can have attachments. */
export const fileHolderTypes = ['wiki_page', 'course', 'task', 'chat_message', 'ticket_message'] as const

/** Types that the trash can restore. */
export const trashedTypes = ['wiki_space', 'wiki_page', 'course', 'task', 'file', 'assistant', 'project', 'contact'] as const

/** Types with access rules of their own. */
export const accessTypes = ['wiki_space', 'wiki_page', 'course', 'task', 'ticket', 'file', 'chat', 'assistant', 'project'] as const

/** Types with an activity. */
export const activityTypes = ['wiki_space', 'wiki_page', 'course', 'task', 'ticket', 'file', 'assistant', 'project', 'user', 'group', 'contact', 'category', 'event', 'job', 'macro', 'webhook'] as const
