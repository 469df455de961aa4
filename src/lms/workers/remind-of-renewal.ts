import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { now } from '../../platform/runtime/time.ts'
import { remindAssigners, remindOfDueTime } from '../assignment/due-notices.ts'
import { settlePeople } from '../assignment/settlement.ts'
import { courses } from '../course/course.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { certificates } from '../enrollment/certificate.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { renewalReminders } from '../queues.ts'

/**
 * Reminds a person to complete a course again that is due when the certificate expires, and afterwards also the people
 * who assigned the course. Skips a reminder if a later one is due. The reminder of the certificate, which opens the
 * renewal, may be delivered after this one, so that the enrollment is recomputed here too.
 */
export const remindOfRenewal = worker(renewalReminders, {}, async ({ certificate_id: id, type, until }) => {
  const leaveOut = (outcome: Outcome) => logOutcome({ type, id }, outcome)
  if (until !== null && until <= now()) return leaveOut('expired')
  const certificate = await certificates.find({ id })
  if (!certificate?.valid_until) return leaveOut('obsolete')
  const { course_id, user_id, valid_until: due_at } = certificate
  await settlePeople(course_id, [user_id])
  const [course, enrollment] = await Promise.all([
    courses.find({ id: course_id }),
    enrollments.find({ course_id, user_id }),
  ])
  const isDue = enrollment?.completed_at === null && enrollment.due_at === due_at
  if (course?.status !== 'published' || !isDue) return leaveOut('obsolete')
  await remindOfDueTime(course, { type, due_at, until }, [user_id])
  if (type !== 'course_overdue') return
  const assignments = await courseAssignments.findMany(
    enrollment.assignment_ids.map((assignment_id) => ({ course_id, id: assignment_id })),
  )
  const assigners = new Set(assignments.flatMap((assignment) => assignment?.assigned_by.id ?? []))
  assigners.delete(user_id)
  await remindAssigners(course, due_at, [...assigners])
})
