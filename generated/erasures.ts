/** The erasure handlers of kinds. Written by `npm run openapi`; each loads on demand. */
export const erasures = {
  wiki_space: async () => (await import('../src/wiki/space/erasure.ts')).spaceErasure,
  wiki_page: async () => (await import('../src/wiki/page/erasure.ts')).pageErasure,
  course: async () => (await import('../src/lms/course/erasure.ts')).courseErasure,
  task: async () => (await import('../src/task/task/erasure.ts')).taskErasure,
  ticket: async () => (await import('../src/support/ticket/erasure.ts')).ticketErasure,
  file: async () => (await import('../src/files/file/erasure.ts')).fileErasure,
  chat: async () => (await import('../src/chats/chat/erasure.ts')).chatErasure,
  chat_message: async () => (await import('../src/chats/message/erasure.ts')).messageErasure,
  ticket_message: async () => (await import('../src/support/message/erasure.ts')).messageErasure,
  assistant: async () => (await import('../src/assistants/assistant/erasure.ts')).assistantErasure,
  project: async () => (await import('../src/task/project/erasure.ts')).projectErasure,
  user: async () => (await import('../src/users/user/erasure.ts')).userErasure,
  group: async () => (await import('../src/groups/group/erasure.ts')).groupErasure,
  category: async () => (await import('../src/lms/category/erasure.ts')).categoryErasure,
  job: async () => (await import('../src/jobs/job/erasure.ts')).jobErasure,
} as const
