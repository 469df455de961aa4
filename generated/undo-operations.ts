/** The operations that revert changes. Written by `npm run openapi`; each loads on demand. */
export const undoOperations = {
  wiki_space: async () => ({ wiki_space: { read: (await import('../src/wiki/endpoints/read-space.ts')).readSpace, update: (await import('../src/wiki/endpoints/update-space.ts')).updateSpace, remove: (await import('../src/wiki/endpoints/delete-space.ts')).deleteSpace } }),
  wiki_page: async () => (await import('../src/wiki/undo/page.ts')).pageUndo,
  course: async () => (await import('../src/lms/undo/course.ts')).courseUndo,
  task: async () => (await import('../src/task/undo/task.ts')).taskUndo,
  ticket: async () => (await import('../src/support/undo/ticket.ts')).ticketUndo,
  file: async () => (await import('../src/files/undo/file.ts')).fileUndo,
  assistant: async () => ({ assistant: { read: (await import('../src/assistants/endpoints/read-assistant.ts')).readAssistant, update: (await import('../src/assistants/endpoints/update-assistant.ts')).updateAssistant, remove: (await import('../src/assistants/endpoints/delete-assistant.ts')).deleteAssistant } }),
  project: async () => ({ project: { read: (await import('../src/task/endpoints/read-project.ts')).readProject, update: (await import('../src/task/endpoints/update-project.ts')).updateProject, remove: (await import('../src/task/endpoints/delete-project.ts')).deleteProject } }),
  task_comment: async () => (await import('../src/task/undo/comment.ts')).commentUndo,
  wiki_comment: async () => (await import('../src/wiki/undo/comment.ts')).commentUndo,
  contact: async () => (await import('../src/support/undo/contact.ts')).contactUndo,
  category: async () => (await import('../src/lms/undo/category.ts')).categoryUndo,
  event: async () => (await import('../src/lms/undo/event.ts')).eventUndo,
  macro: async () => (await import('../src/support/undo/macro.ts')).macroUndo,
} as const
