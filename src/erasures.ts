/** What becomes of things of erased people. Written by `npm run openapi`; each is loaded when it is asked for. */
export const erasures = {
  wiki_space: async () => (await import('./wiki/space/erasure.ts')).spaceErasure,
  wiki_page: async () => (await import('./wiki/page/erasure.ts')).pageErasure,
  course: async () => (await import('./lms/course/erasure.ts')).courseErasure,
  task: async () => (await import('./task/task/erasure.ts')).taskErasure,
  ticket: async () => (await import('./support/ticket/erasure.ts')).ticketErasure,
  file: async () => (await import('./files/file/erasure.ts')).fileErasure,
  chat: async () => (await import('./chats/chat/erasure.ts')).chatErasure,
  chat_message: async () => (await import('./chats/message/erasure.ts')).messageErasure,
  ticket_message: async () => (await import('./support/message/erasure.ts')).messageErasure,
  assistant: async () => (await import('./assistants/assistant/erasure.ts')).assistantErasure,
  project: async () => (await import('./task/project/erasure.ts')).projectErasure,
  user: async () => (await import('./users/user/erasure.ts')).userErasure,
  category: async () => (await import('./lms/category/erasure.ts')).categoryErasure,
  job: async () => (await import('./jobs/job/erasure.ts')).jobErasure,
} as const
