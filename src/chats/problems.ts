/** When a message can be neither changed nor deleted. */
export const changeProblems = {
  'chats.author_required': 'The caller did not write the message.',
  'chats.change_period_over': 'The message was written more than 24 hours ago.',
} as const
