/** People who can sign in on this machine, and their password. */
export const demoPeople = {
  password: 'local-password',
  people: [
    { email: 'admin@example.com', name: 'Ada Admin', role: 'admin' },
    { email: 'agent@example.com', name: 'Amir Agent', role: 'support_agent' },
    { email: 'user@example.com', name: 'Uma User', role: 'user' },
    { email: 'other@example.com', name: 'Otto Other', role: 'user' },
  ],
} as const
