/** The operations that revert changes. Written by `npm run openapi`; each loads on demand. */
export const undoOperations = {
  wiki_space: async () => (await import('../src/wiki/undo/space.ts')).spaceUndo,
  wiki_page: async () => (await import('../src/wiki/undo/page.ts')).pageUndo,
  course: async () => (await import('../src/lms/undo/course.ts')).courseUndo,
  task: async () => (await import('../src/task/undo/task.ts')).taskUndo,
  ticket: async () => (await import('../src/support/undo/ticket.ts')).ticketUndo,
  file: async () => (await import('../src/files/undo/file.ts')).fileUndo,
  assistant: async () => (await import('../src/assistants/undo/assistant.ts')).assistantUndo,
  project: async () => (await import('../src/task/undo/project.ts')).projectUndo,
  task_comment: async () => (await import('../src/task/undo/comment.ts')).commentUndo,
  wiki_comment: async () => (await import('../src/wiki/undo/comment.ts')).commentUndo,
  category: async () => (await import('../src/lms/undo/category.ts')).categoryUndo,
  event: async () => (await import('../src/lms/undo/event.ts')).eventUndo,
} as const
