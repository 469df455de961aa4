/** The endpoints that can be called by name. Written by `npm run openapi`; each is loaded when it is called. */
export const handlers = {
  assistants_create_assistant: async () =>
    (await import('../src/assistants/endpoints/create-assistant.ts')).createAssistant,
  assistants_delete_assistant: async () =>
    (await import('../src/assistants/endpoints/delete-assistant.ts')).deleteAssistant,
  assistants_list_assistants: async () =>
    (await import('../src/assistants/endpoints/list-assistants.ts')).listAssistants,
  assistants_read_assistant: async () =>
    (await import('../src/assistants/endpoints/read-assistant.ts')).readAssistant,
  assistants_update_assistant: async () =>
    (await import('../src/assistants/endpoints/update-assistant.ts')).updateAssistant,
  files_read_text: async () =>
    (await import('../src/files/endpoints/read-text.ts')).readText,
  history_list_activity: async () =>
    (await import('../src/history/endpoints/list-activity.ts')).listActivity,
  lms_compile_course: async () =>
    (await import('../src/lms/endpoints/compile-course.ts')).compileCourse,
  lms_copy_course: async () =>
    (await import('../src/lms/endpoints/copy-course.ts')).copyCourse,
  lms_create_assignment: async () =>
    (await import('../src/lms/assignment/endpoints/create-assignment.ts')).createAssignment,
  lms_create_category: async () =>
    (await import('../src/lms/endpoints/create-category.ts')).createCategory,
  lms_create_course: async () =>
    (await import('../src/lms/endpoints/create-course.ts')).createCourse,
  lms_create_course_from_file: async () =>
    (await import('../src/lms/endpoints/create-course-from-file.ts')).createCourseFromFile,
  lms_create_event: async () =>
    (await import('../src/lms/event/endpoints/create-event.ts')).createEvent,
  lms_create_event_feed: async () =>
    (await import('../src/lms/event/endpoints/create-event-feed.ts')).createEventFeed,
  lms_delete_assignment: async () =>
    (await import('../src/lms/assignment/endpoints/delete-assignment.ts')).deleteAssignment,
  lms_delete_category: async () =>
    (await import('../src/lms/endpoints/delete-category.ts')).deleteCategory,
  lms_delete_course: async () =>
    (await import('../src/lms/endpoints/delete-course.ts')).deleteCourse,
  lms_delete_event: async () =>
    (await import('../src/lms/event/endpoints/delete-event.ts')).deleteEvent,
  lms_delete_event_feed: async () =>
    (await import('../src/lms/event/endpoints/delete-event-feed.ts')).deleteEventFeed,
  lms_enroll_course: async () =>
    (await import('../src/lms/endpoints/enroll-course.ts')).enrollCourse,
  lms_generate_course: async () =>
    (await import('../src/lms/endpoints/generate-course.ts')).generateCourse,
  lms_list_assignments: async () =>
    (await import('../src/lms/assignment/endpoints/list-assignments.ts')).listAssignments,
  lms_list_categories: async () =>
    (await import('../src/lms/endpoints/list-categories.ts')).listCategories,
  lms_list_certificates: async () =>
    (await import('../src/lms/certificate/endpoints/list-certificates.ts')).listCertificates,
  lms_list_courses: async () =>
    (await import('../src/lms/endpoints/list-courses.ts')).listCourses,
  lms_list_enrollments: async () =>
    (await import('../src/lms/learning/endpoints/list-enrollments.ts')).listEnrollments,
  lms_list_events: async () =>
    (await import('../src/lms/event/endpoints/list-events.ts')).listEvents,
  lms_list_notifications: async () =>
    (await import('../src/notifications/endpoints/list-notifications.ts')).listNotifications,
  lms_read_all_notifications: async () =>
    (await import('../src/notifications/endpoints/read-all-notifications.ts')).readAllNotifications,
  lms_read_certificate: async () =>
    (await import('../src/lms/certificate/endpoints/read-certificate.ts')).readCertificate,
  lms_read_course: async () =>
    (await import('../src/lms/endpoints/read-course.ts')).readCourse,
  lms_read_event: async () =>
    (await import('../src/lms/event/endpoints/read-event.ts')).readEvent,
  lms_read_lesson: async () =>
    (await import('../src/lms/endpoints/read-lesson.ts')).readLesson,
  lms_read_preferences: async () =>
    (await import('../src/notifications/endpoints/read-preferences.ts')).readPreferences,
  lms_subscribe_category: async () =>
    (await import('../src/lms/endpoints/subscribe-category.ts')).subscribeCategory,
  lms_unenroll_course: async () =>
    (await import('../src/lms/endpoints/unenroll-course.ts')).unenrollCourse,
  lms_unsubscribe_category: async () =>
    (await import('../src/lms/endpoints/unsubscribe-category.ts')).unsubscribeCategory,
  lms_update_category: async () =>
    (await import('../src/lms/endpoints/update-category.ts')).updateCategory,
  lms_update_course: async () =>
    (await import('../src/lms/endpoints/update-course.ts')).updateCourse,
  lms_update_event: async () =>
    (await import('../src/lms/event/endpoints/update-event.ts')).updateEvent,
  lms_update_lesson: async () =>
    (await import('../src/lms/endpoints/update-lesson.ts')).updateLesson,
  lms_update_notification: async () =>
    (await import('../src/notifications/endpoints/update-notification.ts')).updateNotification,
  lms_update_preferences: async () =>
    (await import('../src/notifications/endpoints/update-preferences.ts')).updatePreferences,
  lms_update_progress: async () =>
    (await import('../src/lms/endpoints/update-progress.ts')).updateProgress,
  models_list_models: async () =>
    (await import('../src/models/endpoints/list-models.ts')).listModels,
  search_search_everything: async () =>
    (await import('../src/search/endpoints/search-everything.ts')).searchEverything,
  support_create_contact: async () =>
    (await import('../src/support/contact/endpoints/create-contact.ts')).createContact,
  support_create_macro: async () =>
    (await import('../src/support/macro/endpoints/create-macro.ts')).createMacro,
  support_create_message: async () =>
    (await import('../src/support/endpoints/create-message.ts')).createMessage,
  support_create_ticket: async () =>
    (await import('../src/support/endpoints/create-ticket.ts')).createTicket,
  support_create_ticket_page: async () =>
    (await import('../src/support/article/endpoints/create-ticket-page.ts')).createTicketPage,
  support_delete_contact: async () =>
    (await import('../src/support/contact/endpoints/delete-contact.ts')).deleteContact,
  support_delete_macro: async () =>
    (await import('../src/support/macro/endpoints/delete-macro.ts')).deleteMacro,
  support_list_contacts: async () =>
    (await import('../src/support/contact/endpoints/list-contacts.ts')).listContacts,
  support_list_gaps: async () =>
    (await import('../src/support/gap/endpoints/list-gaps.ts')).listGaps,
  support_list_macros: async () =>
    (await import('../src/support/macro/endpoints/list-macros.ts')).listMacros,
  support_list_messages: async () =>
    (await import('../src/support/endpoints/list-messages.ts')).listMessages,
  support_list_tickets: async () =>
    (await import('../src/support/endpoints/list-tickets.ts')).listTickets,
  support_merge_ticket: async () =>
    (await import('../src/support/endpoints/merge-ticket.ts')).mergeTicket,
  support_preview_macro: async () =>
    (await import('../src/support/macro/endpoints/preview-macro.ts')).previewMacro,
  support_read_contact: async () =>
    (await import('../src/support/contact/endpoints/read-contact.ts')).readContact,
  support_read_macro: async () =>
    (await import('../src/support/macro/endpoints/read-macro.ts')).readMacro,
  support_read_report: async () =>
    (await import('../src/support/report/endpoints/read-report.ts')).readReport,
  support_read_ticket: async () =>
    (await import('../src/support/endpoints/read-ticket.ts')).readTicket,
  support_suggest_solutions: async () =>
    (await import('../src/support/suggestion/endpoints/suggest-solutions.ts')).suggestSolutions,
  support_update_contact: async () =>
    (await import('../src/support/contact/endpoints/update-contact.ts')).updateContact,
  support_update_macro: async () =>
    (await import('../src/support/macro/endpoints/update-macro.ts')).updateMacro,
  support_update_ticket: async () =>
    (await import('../src/support/endpoints/update-ticket.ts')).updateTicket,
  support_update_tickets: async () =>
    (await import('../src/support/endpoints/update-tickets.ts')).updateTickets,
  task_create_comment: async () =>
    (await import('../src/task/endpoints/create-comment.ts')).createComment,
  task_create_project: async () =>
    (await import('../src/task/endpoints/create-project.ts')).createProject,
  task_create_task: async () =>
    (await import('../src/task/endpoints/create-task.ts')).createTask,
  task_delete_comment: async () =>
    (await import('../src/task/endpoints/delete-comment.ts')).deleteComment,
  task_delete_project: async () =>
    (await import('../src/task/endpoints/delete-project.ts')).deleteProject,
  task_delete_task: async () =>
    (await import('../src/task/endpoints/delete-task.ts')).deleteTask,
  task_list_comments: async () =>
    (await import('../src/task/endpoints/list-comments.ts')).listComments,
  task_list_my_tasks: async () =>
    (await import('../src/task/endpoints/list-my-tasks.ts')).listMyTasks,
  task_list_projects: async () =>
    (await import('../src/task/endpoints/list-projects.ts')).listProjects,
  task_list_tasks: async () =>
    (await import('../src/task/endpoints/list-tasks.ts')).listTasks,
  task_read_project: async () =>
    (await import('../src/task/endpoints/read-project.ts')).readProject,
  task_read_task: async () =>
    (await import('../src/task/endpoints/read-task.ts')).readTask,
  task_update_project: async () =>
    (await import('../src/task/endpoints/update-project.ts')).updateProject,
  task_update_task: async () =>
    (await import('../src/task/endpoints/update-task.ts')).updateTask,
  task_update_tasks: async () =>
    (await import('../src/task/endpoints/update-tasks.ts')).updateTasks,
  trash_list_entries: async () =>
    (await import('../src/trash/endpoints/list-entries.ts')).listEntries,
  trash_read_entry: async () =>
    (await import('../src/trash/endpoints/read-entry.ts')).readEntry,
  trash_restore_entry: async () =>
    (await import('../src/trash/endpoints/restore-entry.ts')).restoreEntry,
  wiki_create_comment: async () =>
    (await import('../src/wiki/endpoints/create-comment.ts')).createComment,
  wiki_create_page: async () =>
    (await import('../src/wiki/endpoints/create-page.ts')).createPage,
  wiki_create_revision: async () =>
    (await import('../src/wiki/endpoints/create-revision.ts')).createRevision,
  wiki_create_space: async () =>
    (await import('../src/wiki/endpoints/create-space.ts')).createSpace,
  wiki_delete_comment: async () =>
    (await import('../src/wiki/endpoints/delete-comment.ts')).deleteComment,
  wiki_delete_page: async () =>
    (await import('../src/wiki/endpoints/delete-page.ts')).deletePage,
  wiki_delete_space: async () =>
    (await import('../src/wiki/endpoints/delete-space.ts')).deleteSpace,
  wiki_list_comments: async () =>
    (await import('../src/wiki/endpoints/list-comments.ts')).listComments,
  wiki_list_filtered_pages: async () =>
    (await import('../src/wiki/endpoints/list-filtered-pages.ts')).listFilteredPages,
  wiki_list_links: async () =>
    (await import('../src/wiki/endpoints/list-links.ts')).listLinks,
  wiki_list_pages: async () =>
    (await import('../src/wiki/endpoints/list-pages.ts')).listPages,
  wiki_list_recent_pages: async () =>
    (await import('../src/wiki/endpoints/list-recent-pages.ts')).listRecentPages,
  wiki_list_revisions: async () =>
    (await import('../src/wiki/endpoints/list-revisions.ts')).listRevisions,
  wiki_list_spaces: async () =>
    (await import('../src/wiki/endpoints/list-spaces.ts')).listSpaces,
  wiki_read_page: async () =>
    (await import('../src/wiki/endpoints/read-page.ts')).readPage,
  wiki_read_revision: async () =>
    (await import('../src/wiki/endpoints/read-revision.ts')).readRevision,
  wiki_read_space: async () =>
    (await import('../src/wiki/endpoints/read-space.ts')).readSpace,
  wiki_restore_revision: async () =>
    (await import('../src/wiki/endpoints/restore-revision.ts')).restoreRevision,
  wiki_subscribe_page: async () =>
    (await import('../src/wiki/endpoints/subscribe-page.ts')).subscribePage,
  wiki_unsubscribe_page: async () =>
    (await import('../src/wiki/endpoints/unsubscribe-page.ts')).unsubscribePage,
  wiki_update_comment: async () =>
    (await import('../src/wiki/endpoints/update-comment.ts')).updateComment,
  wiki_update_page: async () =>
    (await import('../src/wiki/endpoints/update-page.ts')).updatePage,
  wiki_update_space: async () =>
    (await import('../src/wiki/endpoints/update-space.ts')).updateSpace,
} as const
