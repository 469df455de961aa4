/** The definitions of kinds that the trash can restore. Written by `npm run openapi`; each loads on demand. */
export const trashDefinitions = {
  wiki_space: async () => (await import('../src/wiki/trash/space.ts')).spaceTrash,
  wiki_page: async () => (await import('../src/wiki/page/trash.ts')).pageTrash,
  course: async () => (await import('../src/lms/course/trash.ts')).courseTrash,
  task: async () => (await import('../src/task/task/trash.ts')).taskTrash,
  file: async () => (await import('../src/files/file/trash.ts')).fileTrash,
  assistant: async () => (await import('../src/assistants/assistant/trash.ts')).assistantTrash,
  project: async () => (await import('../src/task/trash/project.ts')).projectTrash,
  contact: async () => (await import('../src/support/contact/trash.ts')).contactTrash,
} as const
