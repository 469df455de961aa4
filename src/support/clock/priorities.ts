/** Priorities of tickets, from lowest to highest. */
export const priorityNames = ['low', 'normal', 'high', 'urgent'] as const
export type PriorityName = (typeof priorityNames)[number]
