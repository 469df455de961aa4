import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import { Person } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'

const About = z.object({ task_id: z.string(), title: z.string(), by: Person, at: z.string() })

/**
 * Notifications about tasks. A comment is loaded when the message is processed; a change of a task is part of the
 * message.
 */
const TaskEvent = z.discriminatedUnion('type', [
  About.extend({ type: z.literal('task_assigned'), user_ids: z.array(z.string()) }),
  About.extend({
    type: z.literal('task_due_changed'),
    user_ids: z.array(z.string()),
    due_date: z.string().nullable(),
  }),
  About.extend({ type: z.literal('task_completed'), user_ids: z.array(z.string()) }),
  z.object({ type: z.literal('task_comment'), task_id: z.string(), comment_id: z.string() }),
])
export type TaskEvent = z.output<typeof TaskEvent>

export const taskEvents = messageKind('task-news', 'notices', TaskEvent)

/** A reminder of a task, the day before or the day after its due date. */
export const taskReminders = messageWith('task-reminders', 'notices', {
  type: z.enum(['task_due_soon', 'task_overdue']),
  task_id: z.string(),
  user_id: z.string(),
  due_date: z.string(),
})

/** Projects or people whose tasks are to be synchronized with calendars. */
const DueDates = z.union([
  z.object({ project_id: z.string(), cursor: Cursor }),
  z.object({ user_id: z.string(), cursor: Cursor }),
])
export type DueDates = z.output<typeof DueDates>

export const dueDates = messageKind('task-due-dates', 'fan-outs', DueDates)

/** Work of a sweep: the remains of a deleted project or task, or the subtasks of a restored task. */
const Sweep = z.discriminatedUnion('what', [
  z.object({ what: z.literal('project'), project_id: z.string() }),
  z.object({ what: z.literal('subtasks'), task_id: z.string() }),
  z.object({ what: z.literal('task'), task_id: z.string(), project_id: z.string() }),
])
export type Sweep = z.output<typeof Sweep>

export const sweeps = messageKind('task-sweeps', 'sweeps', Sweep)
