/** What has a history. Written by `npm run openapi`; each is loaded when it is asked for. */
export const historyDefinitions = {
  wiki_space: async () => (await import('./wiki/space/history.ts')).spaceHistory,
  wiki_page: async () => (await import('./wiki/page/history.ts')).pageHistory,
  course: async () => (await import('./lms/course/history.ts')).courseHistory,
  task: async () => (await import('./task/task/history.ts')).taskHistory,
  ticket: async () => (await import('./support/ticket/history.ts')).ticketHistory,
  file: async () => (await import('./files/file/history.ts')).fileHistory,
  ticket_message: async () => (await import('./support/message/history.ts')).messageHistory,
  assistant: async () => (await import('./assistants/assistant/history.ts')).assistantHistory,
  project: async () => (await import('./task/project/history.ts')).projectHistory,
  task_comment: async () => (await import('./task/comment/history.ts')).commentHistory,
  user: async () => (await import('./users/user/history.ts')).userHistory,
  wiki_comment: async () => (await import('./wiki/comment/history.ts')).commentHistory,
  category: async () => (await import('./lms/category/history.ts')).categoryHistory,
  event: async () => (await import('./lms/event/history.ts')).eventHistory,
  session: async () => (await import('./auth/session/history.ts')).sessionHistory,
  job: async () => (await import('./jobs/job/history.ts')).jobHistory,
} as const
