/** The endpoints that take changes back. Written by `npm run openapi`; each is loaded when it is called. */
export const handlers = {
  assistants_delete_assistant: async () =>
    (await import('../assistants/endpoints/delete-assistant.ts')).deleteAssistant,
  assistants_read_assistant: async () =>
    (await import('../assistants/endpoints/read-assistant.ts')).readAssistant,
  assistants_update_assistant: async () =>
    (await import('../assistants/endpoints/update-assistant.ts')).updateAssistant,
  files_delete_file: async () =>
    (await import('../files/endpoints/delete-file.ts')).deleteFile,
  files_restore_version: async () =>
    (await import('../files/endpoints/restore-version.ts')).restoreVersion,
  files_update_file: async () =>
    (await import('../files/endpoints/update-file.ts')).updateFile,
  lms_delete_category: async () =>
    (await import('../lms/endpoints/delete-category.ts')).deleteCategory,
  lms_delete_course: async () =>
    (await import('../lms/endpoints/delete-course.ts')).deleteCourse,
  lms_delete_event: async () =>
    (await import('../lms/endpoints/delete-event.ts')).deleteEvent,
  lms_read_event: async () =>
    (await import('../lms/endpoints/read-event.ts')).readEvent,
  lms_subscribe_category: async () =>
    (await import('../lms/endpoints/subscribe-category.ts')).subscribeCategory,
  lms_unenroll_course: async () =>
    (await import('../lms/endpoints/unenroll-course.ts')).unenrollCourse,
  lms_unsubscribe_category: async () =>
    (await import('../lms/endpoints/unsubscribe-category.ts')).unsubscribeCategory,
  lms_update_category: async () =>
    (await import('../lms/endpoints/update-category.ts')).updateCategory,
  lms_update_course: async () =>
    (await import('../lms/endpoints/update-course.ts')).updateCourse,
  lms_update_event: async () =>
    (await import('../lms/endpoints/update-event.ts')).updateEvent,
  support_read_ticket: async () =>
    (await import('../support/endpoints/read-ticket.ts')).readTicket,
  support_update_ticket: async () =>
    (await import('../support/endpoints/update-ticket.ts')).updateTicket,
  task_delete_comment: async () =>
    (await import('../task/endpoints/delete-comment.ts')).deleteComment,
  task_delete_project: async () =>
    (await import('../task/endpoints/delete-project.ts')).deleteProject,
  task_delete_task: async () =>
    (await import('../task/endpoints/delete-task.ts')).deleteTask,
  task_read_project: async () =>
    (await import('../task/endpoints/read-project.ts')).readProject,
  task_read_task: async () =>
    (await import('../task/endpoints/read-task.ts')).readTask,
  task_update_project: async () =>
    (await import('../task/endpoints/update-project.ts')).updateProject,
  task_update_task: async () =>
    (await import('../task/endpoints/update-task.ts')).updateTask,
  trash_restore_entry: async () =>
    (await import('../trash/endpoints/restore-entry.ts')).restoreEntry,
  wiki_delete_comment: async () =>
    (await import('../wiki/endpoints/delete-comment.ts')).deleteComment,
  wiki_delete_page: async () =>
    (await import('../wiki/endpoints/delete-page.ts')).deletePage,
  wiki_delete_space: async () =>
    (await import('../wiki/endpoints/delete-space.ts')).deleteSpace,
  wiki_read_page: async () =>
    (await import('../wiki/endpoints/read-page.ts')).readPage,
  wiki_read_space: async () =>
    (await import('../wiki/endpoints/read-space.ts')).readSpace,
  wiki_restore_revision: async () =>
    (await import('../wiki/endpoints/restore-revision.ts')).restoreRevision,
  wiki_subscribe_page: async () =>
    (await import('../wiki/endpoints/subscribe-page.ts')).subscribePage,
  wiki_unsubscribe_page: async () =>
    (await import('../wiki/endpoints/unsubscribe-page.ts')).unsubscribePage,
  wiki_update_comment: async () =>
    (await import('../wiki/endpoints/update-comment.ts')).updateComment,
  wiki_update_page: async () =>
    (await import('../wiki/endpoints/update-page.ts')).updatePage,
  wiki_update_space: async () =>
    (await import('../wiki/endpoints/update-space.ts')).updateSpace,
} as const
