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

/** An enrollment after a change, and the writes of the change, for one transaction; none if nothing changes. */
export interface EnrollmentChange {
  enrollment: StoredEnrollment
  operations: Operation[]
}

/** Returns the change of an enrollment to these fields; `isActivity` is true if the person causes the change. */
const toChange = (
  enrollment: StoredEnrollment,
  fields: Changes<StoredEnrollment>,
  isActivity: boolean,
): EnrollmentChange => {
  const isSame = Object.keys(changedFields(enrollment, fields)).length === 0
  if (isSame) return { enrollment, operations: [] }
  const update = enrollments.toUpdate(enrollment, {
    ...fields,
    ...(isActivity && { last_activity_at: now() }),
  })
  return { enrollment: update.thing, operations: [update] }
}

/**
 * Returns the change that records the completed lessons of a person; all completions of lessons must pass through it.
 * The last lesson completes the course, once per round, and issues the certificate in the same transaction. `name` is
 * the name of the person; `isActivity` is true if the person was active.
 */
export const recordProgress = (
  { course, contents, enrollment }: Enrolled,
  completed: string[],
  { isActivity, name, round = enrollment.round }: { isActivity: boolean; name: string; round?: number },
): EnrollmentChange => {
  const { completed_at, last_completed_at } = enrollment
  const progress = { ...storedProgress(course, contents, completed), completed_at, last_completed_at, round }
  if (completed_at !== null || !hasAllLessons(progress)) return toChange(enrollment, progress, isActivity)
  const at = now()
  // the assignments need not be loaded: a completion satisfies all rounds that are open
  const completion = { completed_at: at, last_completed_at: at, due_at: null, valid_until: null }
  if (!course.certificate) return toChange(enrollment, { ...progress, ...completion }, isActivity)
  const certificate = makeCertificate({ course, person: { id: enrollment.user_id, name }, at })
  const { id: certificate_id, valid_until } = certificate
  const fields = { ...progress, ...completion, valid_until, certificate_id }
  const change = toChange(enrollment, fields, isActivity)
  return { ...change, operations: [...change.operations, certificates.toCreate(certificate)] }
}

/**
 * Returns the change that recomputes the assignments and due time of an enrollment, given all assignments of the course
 * that apply to the person. A new round starts without completed lessons.
 */
export const settleEnrollment = (
  { course, contents, enrollment }: Enrolled,
  duties: Duty[],
): EnrollmentChange => {
  const { completed_at, last_completed_at, valid_until } = enrollment
  const learned = { completed_at, last_completed_at }
  const { isNewRound, ...owed } = settle({ ...learned, valid_until }, duties, now())
  if (!isNewRound) return toChange(enrollment, { ...learned, ...owed }, false)
  const round = {
    ...storedProgress(course, contents, []),
    completed_at: null,
    round: enrollment.round + 1,
  }
  return toChange(enrollment, { ...learned, ...owed, ...round }, false)
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

/** Writes a change of an enrollment. */
export const writeEnrollment = async ({ operations }: EnrollmentChange): Promise<void> => {
  if (operations.length > 0) await writeTogether(operations)
}
