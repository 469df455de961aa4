import { courses } from '../../src/lms/course/course.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { chosenTypes } from '../../src/notifications/notification-types.ts'
import { throttledSince } from '../../src/notifications/notification-throttle.ts'
import { notificationMails } from '../../src/notifications/mail/notification-mail.ts'
import { loadRecipients, type Recipient } from '../../src/notifications/mail/recipients.ts'
import { notifications } from '../../src/notifications/notification.ts'
import { readMarks, withReadMark } from '../../src/notifications/read-mark.ts'
import type { ResourceRef } from '../../src/platform/resource-ref.ts'
import { rightsTo } from '../../src/platform/resource-registry.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { tasks } from '../../src/task/task/task.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { findObject, findSubject, type Question } from './subject.ts'

/**
 * Returns true if a person may read an object but is not notified of most of its events, because they do not
 * participate in it.
 */
const isBystander = async ({ type, id }: ResourceRef, user_id: string): Promise<boolean> => {
  if (type === 'wiki_page') return !(await subscriptions.find({ page_id: id, user_id }))
  if (type === 'course') return !(await enrollments.find({ course_id: id, user_id }))
  const task = type === 'task' ? await tasks.find({ id }) : undefined
  return task !== undefined && ![task.created_by.id, ...task.assignee_ids].includes(user_id)
}

const describeRecipient = ({ outcome, in_app, mail, send_at, digest }: Recipient): string => {
  const later = digest ? `in the digest of ${digest.send_at}` : `mailed ${send_at ?? 'at once'}`
  return [outcome, in_app && 'in the application', mail !== 'none' && later].filter(Boolean).join(', ')
}

/** Returns the outcome of each type of event about a resource for a person. */
const futureNotifications = async (
  user_id: string,
  resource: ResourceRef,
  within: string,
): Promise<string[]> => {
  const prefixes = [`${resource.type.replace('wiki_', '')}_`, ...(within === resource.id ? ['member_'] : [])]
  const types = chosenTypes.filter((type) => prefixes.some((prefix) => type.startsWith(prefix)))
  const found = await Promise.all(
    types.map((type) => loadRecipients([user_id], { type, resource, within }, Date.now(), true)),
  )
  const outcomes = Map.groupBy(types, (_, index) => describeRecipient(found[index]?.[0] as Recipient))
  return [...outcomes].map(([outcome, of]) => `${outcome}: ${of.join(', ')}.`)
}

/** Returns the newest stored notifications of a person about an object, with their mails. */
const storedNotifications = async (user_id: string, id: string): Promise<string[]> => {
  const own = notifications.in('all', { user_id })
  const { items } = await readList(own, { limit: 5 }, ({ resource }) => resource?.id === id)
  const [mails, mark] = await Promise.all([notificationMails.findMany(items), readMarks.find({ user_id })])
  return items.map((notification, index) => {
    const { type, created_at, read_at } = withReadMark(notification, mark)
    const mail = mails[index]
    const state = mail && (mail.done_at ?? `waits until ${mail.send_at ?? 'its turn'}`)
    return `stored: ${type} of ${created_at}; read: ${read_at ?? 'no'}; mail of its own: ${state ?? 'none'}.`
  })
}

export const explainNotification = async (question: Question): Promise<string[]> => {
  const [{ id: user_id, ...person }, ref] = await Promise.all([findSubject(question), findObject(question)])
  const stored = await storedNotifications(user_id, ref.id)
  if (ref.deleted_at) return [`obsolete: it is in the trash since ${ref.deleted_at}.`, ...stored]
  const rights = await rightsTo(ref)
  const decision = await rights?.decide({ id: user_id, ...person })
  if (!rights || !decision) return [`no_access: they may not read this ${ref.type}.`, ...stored]
  const course = ref.type === 'course' ? await courses.find(ref) : undefined
  const since = await throttledSince(user_id, ref.id)
  return [
    `They may read this ${ref.type} by the rule "${decision.by}".`,
    ...(person.is_active ? [] : ['inactive: the account is deactivated.']),
    ...((await isBystander(ref, user_id)) ? ['They are neither subscribed, enrolled nor assigned.'] : []),
    ...(since ? [`throttled: they have not read the notification of ${since}.`] : []),
    ...(await futureNotifications(user_id, ref, course?.category_id ?? rights.decidedBy.id)),
    ...stored,
  ]
}
