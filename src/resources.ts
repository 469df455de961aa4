/** What others may point to. Written by `npm run openapi`; each is loaded when it is asked for. */
export const resources = {
  wiki_space: async () => (await import('./wiki/space-resource.ts')).spaceResource,
  wiki_page: async () => (await import('./wiki/page-resource.ts')).pageResource,
  course: async () => (await import('./lms/course-resource.ts')).courseResource,
  task: async () => (await import('./task/task-resource.ts')).taskResource,
  ticket: async () => (await import('./support/ticket-resource.ts')).ticketResource,
  file: async () => (await import('./files/file-resource.ts')).fileResource,
  chat: async () => (await import('./chats/chat-resource.ts')).chatResource,
  chat_message: async () => (await import('./chats/message-resource.ts')).messageResource,
  ticket_message: async () => (await import('./support/message-resource.ts')).messageResource,
} as const
