import { now } from '../../platform/runtime/time.ts'
import { changedFields, type Changes } from '../../platform/table/changes.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { writeTogether } from '../../platform/table/table.ts'
import type { CourseContents } from '../course/contents/contents.ts'
import type { StoredCourse } from '../course/course.ts'
import { storedProgress } from '../course/progress.ts'
import { certificates, makeCertificate } from '../enrollment/certificate.ts'
import { settle, type Duty } from '../enrollment/duty.ts'
import { enrollments, hasAllLessons, type StoredEnrollment } from '../enrollment/enrollment.ts'

/** An enrollment with its course; `contents` are those of the course. */
export interface Enrolled {
  course: StoredCourse
  contents: CourseContents
  enrollment: StoredEnrollment
}

/**
 * Returns the writes that change an enrollment to these fields, none if nothing changes; `isActivity` is true if the
 * person causes the change.
 */
const toChange = (
  enrollment: StoredEnrollment,
  fields: Changes<StoredEnrollment>,
  isActivity: boolean,
): Operation[] => {
  if (Object.keys(changedFields(enrollment, fields)).length === 0) return []
  const activity = isActivity && { last_activity_at: now() }
  return [enrollments.toUpdate(enrollment, { ...fields, ...activity })]
}

/**
 * Returns the writes that record the completed lessons of a person; all completions of lessons must pass through it.
 * The last lesson completes the course, once per round, and issues the certificate in the same transaction (decision
 * 0065). `name` is the name of the person; `isActivity` is true if the person was active.
 */
export const recordProgress = (
  { course, contents, enrollment }: Enrolled,
  completed: string[],
  { isActivity, name, round = enrollment.round }: { isActivity: boolean; name: string; round?: number },
): Operation[] => {
  const progress = { ...storedProgress(course, contents, completed), round }
  if (enrollment.completed_at !== null || !hasAllLessons(progress))
    return toChange(enrollment, progress, isActivity)
  const at = now()
  // the assignments need not be loaded: a completion satisfies all rounds that are open
  const completion = {
    ...progress,
    completed_at: at,
    last_completed_at: at,
    due_at: null,
    valid_until: null,
  }
  if (!course.certificate) return toChange(enrollment, completion, isActivity)
  const certificate = makeCertificate({ course, person: { id: enrollment.user_id, name }, at })
  const { id: certificate_id, valid_until } = certificate
  const certified = { ...completion, valid_until, certificate_id }
  return [...toChange(enrollment, certified, isActivity), certificates.toCreate(certificate)]
}

/**
 * Returns the writes that recompute the assignments and due time of an enrollment, given all assignments of the course
 * that apply to the person. A new round starts without completed lessons.
 */
export const settleEnrollment = ({ course, contents, enrollment }: Enrolled, duties: Duty[]): Operation[] => {
  const { isNewRound, ...owed } = settle(enrollment, duties, now())
  const progress = storedProgress(course, contents, [])
  const round = isNewRound && { ...progress, completed_at: null, round: enrollment.round + 1 }
  return toChange(enrollment, { ...owed, ...round }, false)
}

/** Returns a new enrollment of a person to whom these assignments of the course apply. */
export const makeEnrollment = (
  { course, contents }: Omit<Enrolled, 'enrollment'>,
  user_id: string,
  duties: Duty[] = [],
): StoredEnrollment => {
  const nothing = { completed_at: null, last_completed_at: null, valid_until: null }
  const { isNewRound: _, ...owed } = settle(nothing, duties, now())
  return enrollments.make({
    course_id: course.id,
    user_id,
    ...storedProgress(course, contents, []),
    ...owed,
  })
}

/** Writes the change of an enrollment, if there is one. */
export const writeEnrollment = async (change: Operation[]): Promise<void> => {
  if (change.length > 0) await writeTogether(change)
}
