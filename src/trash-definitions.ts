/** What can be restored after it was deleted. Written by `npm run openapi`; each is loaded when it is asked for. */
export const trashDefinitions = {
  wiki_space: async () => (await import('./wiki/space/trash.ts')).spaceTrash,
  wiki_page: async () => (await import('./wiki/page/trash.ts')).pageTrash,
  course: async () => (await import('./lms/course/trash.ts')).courseTrash,
  task: async () => (await import('./task/task/trash.ts')).taskTrash,
  file: async () => (await import('./files/file/trash.ts')).fileTrash,
  assistant: async () => (await import('./assistants/assistant/trash.ts')).assistantTrash,
  project: async () => (await import('./task/project/trash.ts')).projectTrash,
} as const
