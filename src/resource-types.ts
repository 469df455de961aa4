// Written by `npm run openapi` from the resources of all areas; it imports nothing, so any area may import it.

/** What a search over everything looks for. */
export const searchedTypes = ['wiki_page', 'course', 'task', 'ticket', 'file', 'chat'] as const

/** What answers of assistants may quote. */
export const sourceTypes = ['wiki_page', 'course', 'task', 'ticket', 'file'] as const

/** What assistants may be given as knowledge. */
export const knowledgeTypes = ['wiki_space', 'wiki_page', 'course', 'file'] as const

/** What files can be attached to. */
export const fileHolderTypes = ['course', 'task', 'chat_message', 'ticket_message'] as const
