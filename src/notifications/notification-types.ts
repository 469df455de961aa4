/**
 * Default delivery of each notification type. `direct` and `at_once` are mailed immediately, `daily` in the next
 * digest. `direct` types address one person and reach that person even if they have muted the resource. `account` types
 * are about the person's own account: they always show, and have an email of their own if they need one.
 */
const deliveries = {
  course_published: 'daily',
  course_generated: 'direct',
  course_generation_failed: 'direct',
  course_outdated: 'daily',
  course_assigned: 'direct',
  course_due_soon: 'direct',
  course_overdue: 'direct',
  event_soon: 'at_once',
  certificate_expiring: 'direct',
  page_updated: 'daily',
  page_review_due: 'direct',
  page_comment: 'daily',
  page_mention: 'direct',
  page_deleted: 'daily',
  space_deleted: 'daily',
  course_deleted: 'daily',
  project_deleted: 'daily',
  task_deleted: 'daily',
  file_deleted: 'daily',
  file_shared: 'direct',
  assistant_deleted: 'daily',
  task_assigned: 'direct',
  task_due_changed: 'daily',
  task_comment: 'daily',
  task_mention: 'direct',
  task_completed: 'daily',
  task_due_soon: 'direct',
  task_overdue: 'direct',
  ticket_reply: 'at_once',
  ticket_status_changed: 'at_once',
  ticket_created: 'at_once',
  ticket_solved: 'at_once',
  ticket_assigned: 'direct',
  ticket_due_soon: 'at_once',
  ticket_overdue: 'at_once',
  chat_mention: 'direct',
  chat_message: 'daily',
  member_added: 'direct',
  sign_in_attempts: 'account',
  sign_in_new: 'account',
  email_changed: 'account',
  token_expiring: 'account',
  token_created: 'account',
  mail_bounced: 'daily',
  webhook_off: 'direct',
} as const satisfies Record<string, 'direct' | 'at_once' | 'daily' | 'account'>

type Deliveries = typeof deliveries

export type NotificationTypeName = keyof Deliveries

export const notificationTypes = Object.keys(deliveries) as NotificationTypeName[]

/** Type for which people can choose channels. */
export type ChosenType = {
  [T in NotificationTypeName]: Deliveries[T] extends 'account' ? never : T
}[NotificationTypeName]

export const isChosen = (type: NotificationTypeName): type is ChosenType => deliveries[type] !== 'account'

export const isDirect = (type: NotificationTypeName): boolean => deliveries[type] === 'direct'

export const chosenTypes = notificationTypes.filter(isChosen)

/** Types mailed immediately by default. */
export const atOnceTypes = chosenTypes.filter((type) => deliveries[type] !== 'daily')
