import { remind } from '../../notifications/notify.ts'
import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { users } from '../../platform/identity/user.ts'
import { linkTo } from '../../platform/resource.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { settlePeople } from '../assignment/settlement.ts'
import { isVisibleToEnrolled } from '../course/access.ts'
import { courses, courseType } from '../course/course.ts'
import { certificates } from '../enrollment/certificate.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { certificateReminders } from '../queues.ts'

/**
 * Reminds a person of a certificate that expires soon, unless a newer one has been issued. If the course is assigned to
 * the person, it must be completed again.
 */
export const remindCertified = worker(certificateReminders, {}, async ({ certificate_id: id }) => {
  const certificate = await certificates.find({ id })
  const leaveOut = (outcome: Outcome) => logOutcome({ type: 'certificate_expiring', id }, outcome)
  if (!certificate?.valid_until) return leaveOut('obsolete')
  const { course_id, user_id, valid_until: until } = certificate
  await settlePeople(course_id, [user_id])
  const [person, course, enrollment, issued] = await Promise.all([
    users.find({ id: user_id }),
    courses.find({ id: course_id }),
    enrollments.find({ course_id, user_id }),
    readAll(certificates.in('ofUser', { user_id })),
  ])
  if (issued.find((one) => one.course_id === course_id)?.id !== id) return leaveOut('obsolete')
  if (!person?.is_active) return leaveOut('inactive')
  await remind([user_id], {
    type: 'certificate_expiring',
    params: {
      course: certificate.course_title,
      until,
      renewal: enrollment && enrollment.due_at !== null ? 'assigned' : 'none',
    },
    actor: null,
    resource: course && isVisibleToEnrolled(course) ? linkTo(courseType, course) : null,
    cause: `lms.certificate#${id}#expiring`,
  })
})
