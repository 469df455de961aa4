/** What takes changes back. Written by `npm run openapi`; each is loaded when it is asked for. */
export const undoOperations = {
  wiki_space: async () => (await import('./wiki/space/undo.ts')).spaceUndo,
  wiki_page: async () => (await import('./wiki/page/undo.ts')).pageUndo,
  course: async () => (await import('./lms/course/undo.ts')).courseUndo,
  task: async () => (await import('./task/task/undo.ts')).taskUndo,
  ticket: async () => (await import('./support/ticket/undo.ts')).ticketUndo,
  file: async () => (await import('./files/file/undo.ts')).fileUndo,
  assistant: async () => (await import('./assistants/assistant/undo.ts')).assistantUndo,
  project: async () => (await import('./task/project/undo.ts')).projectUndo,
  task_comment: async () => (await import('./task/comment/undo.ts')).commentUndo,
  wiki_comment: async () => (await import('./wiki/comment/undo.ts')).commentUndo,
  category: async () => (await import('./lms/category/undo.ts')).categoryUndo,
  event: async () => (await import('./lms/event/undo.ts')).eventUndo,
} as const
