const dates = ['created_at', 'updated_at']

/**
 * What is shown of the things of a type: where they are read, their title unless that is `title` or `name`, what they
 * are in, what is said of them by the names of its fields, and what others have written about them.
 */
export const kinds = {
  wiki_page: {
    path: (id) => `/wiki/pages/${id}?format=html&media=signed`,
    fields: ['status', 'author', 'tags', 'review_at', ...dates],
    parts: (id) => `/wiki/pages/${id}/comments`,
  },
  wiki_space: {
    path: (id) => `/wiki/spaces/${id}`,
    fields: ['visibility', 'owner', 'page_count', ...dates],
  },
  course: {
    path: (id) => `/lms/courses/${id}`,
    fields: ['status', 'level', 'category', 'author', 'estimated_minutes', 'start_at', 'end_at', 'tags'],
  },
  task: {
    path: (id) => `/task/tasks/${id}`,
    title: ({ key, title }) => `${key} ${title}`,
    above: ({ project, parent }) => [
      { type: 'project', id: project.id, title: project.name },
      ...(parent ? [{ type: 'task', id: parent.id, title: `${parent.key} ${parent.title}` }] : []),
    ],
    fields: ['status', 'priority', 'assignees', 'start_date', 'due_date', 'labels', 'created_by', ...dates],
    parts: (id) => `/task/tasks/${id}/comments`,
  },
  project: {
    path: (id) => `/task/projects/${id}`,
    fields: ['key', 'status', 'visibility', 'owner', 'start_date', 'due_date', 'task_count'],
  },
  ticket: {
    path: (id) => `/support/tickets/${id}`,
    title: ({ number, subject }) => `#${number} ${subject}`,
    fields: ['status', 'priority', 'category', 'requester', 'assignee', ...dates],
    parts: (id) => `/support/messages?ticket_id=${id}`,
    heading: 'messages',
  },
  file: {
    path: (id) => `/files/${id}`,
    fields: ['size', 'content_type', 'owner', ...dates],
    attachments: (file) => (file.status === 'ready' ? [file] : []),
  },
  chat: {
    path: (id) => `/chats/${id}?limit=1`,
    title: ({ chat }) => chat.topic,
    fields: [],
    parts: (id) => `/chats/${id}`,
    heading: 'messages',
  },
  assistant: { path: (id) => `/assistants/${id}`, fields: ['owner', ...dates] },
  user: {
    path: (id) => `/users/${id}`,
    title: ({ name }) => name,
    fields: ['title', 'department', 'email', 'manager'],
  },
  group: { path: (id) => `/groups/${id}`, fields: ['owners', 'member_count'] },
  category: { list: '/lms/courses/categories', fields: ['course_count'] },
  event: {
    path: (id) => `/lms/events/${id}`,
    above: ({ resource }) => (resource ? [resource] : []),
    fields: (event) => [
      ...(event.all_day ? ['start_date', 'end_date'] : ['start_at', 'end_at']),
      'location',
      'url',
    ],
  },
  job: {
    path: (id) => `/jobs/${id}`,
    fields: ['status', 'progress', 'created_at', 'finished_at'],
  },
  trash_entry: { path: (id) => `/trash/${id}`, fields: ['deleted_by', 'deleted_at', 'purge_at'] },
  /** What has a page of its own. */
  access_token: { page: 'tokens' },
  session: { page: 'sessions' },
}
