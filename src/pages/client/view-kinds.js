const dates = ['created_at', 'updated_at']

const taskTitle = ({ key, title }) => `${key} ${title}`

const tasks = (heading, path) => ({
  heading,
  path,
  type: 'task',
  title: taskTitle,
  fields: ['status', 'assignees', 'due_date'],
})
const pages = (path) => ({
  heading: 'pages',
  path,
  type: 'wiki_page',
  title: ({ title }) => title,
  fields: ['status'],
})

/**
 * Pages by resource type: API path, title unless it is `title` or `name`, enclosing resources, displayed fields,
 * contents, and comments or messages.
 */
export const kinds = {
  wiki_page: {
    path: (id) => `/wiki/pages/${id}?format=html&media=signed`,
    fields: ['status', 'author', 'tags', 'review_at', ...dates],
    contents: pages(
      ({ id, space_id, children_count }) =>
        children_count && `/wiki/spaces/${space_id}/pages?parent_id=${id}&`,
    ),
    parts: (id) => `/wiki/pages/${id}/comments`,
  },
  wiki_space: {
    path: (id) => `/wiki/spaces/${id}`,
    fields: ['visibility', 'owner', 'page_count', ...dates],
    contents: pages(({ id }) => `/wiki/spaces/${id}/pages?`),
  },
  course: {
    path: (id) => `/lms/courses/${id}`,
    fields: ['status', 'level', 'category', 'author', 'estimated_minutes', 'start_at', 'end_at', 'tags'],
  },
  task: {
    path: (id) => `/task/tasks/${id}`,
    title: taskTitle,
    above: ({ project, parent }) => [
      { type: 'project', id: project.id, title: project.name },
      ...(parent ? [{ type: 'task', id: parent.id, title: taskTitle(parent) }] : []),
    ],
    fields: ['status', 'priority', 'assignees', 'start_date', 'due_date', 'labels', 'created_by', ...dates],
    contents: tasks(
      'subtasks',
      ({ id, project_id, subtask_count }) =>
        subtask_count && `/task/projects/${project_id}/tasks?parent_id=${id}&`,
    ),
    parts: (id) => `/task/tasks/${id}/comments`,
  },
  project: {
    path: (id) => `/task/projects/${id}`,
    fields: ['key', 'status', 'visibility', 'owner', 'start_date', 'due_date', 'task_count'],
    contents: tasks('tasks', ({ id }) => `/task/projects/${id}/tasks?`),
  },
  ticket: {
    path: (id) => `/support/tickets/${id}`,
    title: ({ number, subject }) => `#${number} ${subject}`,
    fields: ['status', 'priority', 'category', 'requester', 'assignee', ...dates],
    parts: (id) => `/support/messages?ticket_id=${id}`,
    heading: 'messages',
  },
  contact: { path: (id) => `/support/contacts/${id}`, fields: ['email', 'organisation'] },
  macro: { path: (id) => `/support/macros/${id}`, fields: ['created_by', ...dates] },
  file: {
    path: (id) => `/files/${id}`,
    fields: ['size', 'content_type', 'owner', ...dates],
    text: (id) => `/files/${id}/text?max_characters=40000`,
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
  group: {
    path: (id) => `/groups/${id}`,
    fields: ['owners', 'member_count'],
    contents: {
      heading: 'members',
      path: ({ id }) => `/groups/${id}/members?`,
      type: 'user',
      title: ({ user }) => user.name,
      fields: [],
    },
  },
  category: {
    list: '/lms/courses/categories',
    fields: ['course_count'],
    contents: {
      heading: 'courses',
      path: ({ id }) => `/lms/courses?category_id=${id}&`,
      type: 'course',
      title: ({ title }) => title,
      fields: ['level'],
    },
  },
  event: {
    path: (id) => `/lms/events/${id}`,
    above: ({ resource }) => (resource ? [resource] : []),
    fields: (event) => [
      ...(event.all_day ? ['start_date', 'end_date'] : ['start_at', 'end_at']),
      'location',
      'url',
    ],
  },
  webhook: {
    path: (id) => `/webhooks/${id}`,
    title: ({ url }) => url,
    fields: ['events', 'created_by', ...dates],
  },
  job: {
    path: (id) => `/jobs/${id}`,
    fields: ['status', 'progress', 'created_at', 'finished_at'],
  },
  trash_entry: { path: (id) => `/trash/${id}`, fields: ['deleted_by', 'deleted_at', 'purge_at'] },
  access_token: { page: 'tokens' },
  session: { page: 'sessions' },
}
