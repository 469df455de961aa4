import { onChange, onSync } from '../../platform/events/dispatcher.ts'
import { users } from '../../platform/identity/user.ts'
import { toBatches } from '../../platform/runtime/batches.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { missedExpiryReminders } from '../certificate/expiry-schedule.ts'
import { isVisibleToEnrolled } from '../course/access.ts'
import { courses, type StoredCourse } from '../course/course.ts'
import {
  assignmentCourses,
  assignmentReferences,
  courseAssignments,
  groupAssignments,
  type StoredAssignment,
} from '../enrollment/assignment.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { assignedPeople, courseDues, membershipChanges } from '../queues.ts'
import { syncDueEvent } from './due-event.ts'
import { assignmentSchedule } from './reminder-schedule.ts'

/** Number of people named in one message. */
const peopleAtOnce = 200

/** Returns the messages that recompute the enrollments of people, who are notified of the assignment if it is open. */
const settlementMessages = (
  { id, course_id, user_ids, group_ids }: StoredAssignment,
  { isOpen, is_return }: { isOpen: boolean; is_return: boolean },
) => {
  const assignment_id = isOpen ? id : null
  return [
    ...toBatches(user_ids, peopleAtOnce).map((batch) => ({ user_ids: batch })),
    ...group_ids.map((group_id) => ({ group_id })),
  ].map((people) => assignedPeople.message({ course_id, assignment_id, people, is_return }))
}

/** Removes the references to an assignment that was removed with its course. */
const removeReferences = (assignment: StoredAssignment): Promise<void> => {
  const { course, groups } = assignmentReferences(assignment)
  return removeBatch([assignmentCourses.keyOf(course), ...groups.map(groupAssignments.keyOf)])
}

const without = (a: string[], b: string[]): string[] => a.filter((id) => !b.includes(id))

/** Returns what calendars show of a course; undefined if people enrolled in the course do not see it. */
const calendarTitle = (course: StoredCourse | undefined) =>
  course && isVisibleToEnrolled(course) ? course.title : undefined

export const assignmentHandlers = [
  onSync(courseAssignments, assignmentSchedule),

  onChange(courseAssignments, async ({ before, after, record, isRestored }) => {
    if (!after) await removeReferences(record)
    if (before?.round === after?.round) return []
    // the reminders of a restored assignment may precede its enrollments
    return settlementMessages(record, { isOpen: after !== undefined, is_return: isRestored === true })
  }),

  onChange(courses, async ({ before, after, record: { id: course_id, assignment_count }, isRestored }) => {
    if (assignment_count === 0) return []
    const isShownAlike = calendarTitle(before) === calendarTitle(after)
    const dues = isShownAlike ? [] : [courseDues.message({ course_id })]
    const isBack = after?.status === 'published' && (isRestored || before?.status !== 'published')
    // people who joined meanwhile were not enrolled in a course that nobody could see
    const assignments = isBack ? await readAll(courseAssignments.in('ofCourse', { course_id })) : []
    return [
      ...dues,
      ...assignments.flatMap((assignment) =>
        settlementMessages(assignment, { isOpen: true, is_return: true }),
      ),
    ]
  }),

  onChange(enrollments, async ({ before, after, record: { course_id, user_id } }) => {
    if ((before?.due_at ?? null) !== (after?.due_at ?? null)) await syncDueEvent(course_id, user_id)
    return []
  }),

  onChange(users, async ({ before, after }) => {
    if (!before || !after) return []
    const { id: user_id, is_active } = after
    const is_activation = before.is_active !== is_active
    const joined = is_activation ? after.group_ids : without(after.group_ids, before.group_ids)
    const left = without(before.group_ids, after.group_ids)
    if (!is_activation && joined.length + left.length === 0) return []
    return [
      membershipChanges.message({ user_id, joined, left, is_activation }),
      ...(is_activation && is_active ? await missedExpiryReminders(user_id) : []),
    ]
  }),
]
