/** The most called functions: benches hold their cost to the recorded figures. */
export const mostCalled: readonly string[] = [
  'auth-login',
  'auth-read-me',
  'users-list-users',
  'users-update-user',
  'wiki-read-page',
  'wiki-create-page',
  'search-search-everything',
  'lms-list-notifications',
  'task-list-tasks',
  'task-create-task',
  'chats-read-chat',
  'chats-create-message',
  'wiki-list-spaces',
  'lms-list-courses',
  'wiki-list-pages',
  'files-read-file',
]
