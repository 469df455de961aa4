import { onErasure, ownerAfter, type Erasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { trashEntries } from '../../platform/trash/entry.ts'
import { findAnywhere, trashedThing } from '../../platform/trash/trashed-things.ts'
import { toDestroy } from '../../platform/trash/moves.ts'
import { authorships } from './authorship.ts'
import { syncCourseCalendar } from './calendar.ts'
import { isUnsharedDraft, toRemoveCourse, trashedCourse } from './trash.ts'
import { courses } from './course.ts'
import { courseAssignments } from '../enrollment/assignment.ts'
import { attempts } from '../quiz/attempt.ts'
import { certificates } from '../enrollment/certificate.ts'
import { enrollments, type StoredEnrollment } from '../enrollment/enrollment.ts'

/** Returns true if other people may read a course, now or after it is restored from the trash. */
const isCourseVisibleToOthers = async (id: string, person: Erasure['person']): Promise<boolean> => {
  const course = await findAnywhere(courses, id)
  return course !== undefined && !isUnsharedDraft(course, person)
}

/** Returns the write that subtracts an enrollment from a course, also in the trash; none for a purged course. */
const toCountOut = async (id: string): Promise<Operation[]> => {
  if (await courses.find({ id })) return [courses.toAdd({ id }, 'enrollment_count', -1)]
  const entry = await trashEntries.find({ id })
  if (entry?.state !== 'trashed') return []
  const course = trashedThing(courses, entry)
  const item = courses.itemOf({ ...course, enrollment_count: course.enrollment_count - 1 })
  return [trashEntries.toUpdate(entry, { item })]
}

/** Ends an enrollment; retries if the course is moved to or from the trash meanwhile. */
const endEnrollment = (enrollment: StoredEnrollment): Promise<void> =>
  retryOnConflict(async () => {
    const [present, countOut] = await Promise.all([
      enrollments.find(enrollment),
      toCountOut(enrollment.course_id),
    ])
    if (!present) return
    await transact([
      enrollments.toRemoveRead(present, []),
      // a conflict looks for the course again
      ...countOut.map((operation) => ({ ...operation, otherwise: undefined })),
    ])
  })

export const courseErasure: KindErasure = {
  handlers: [
    // only the author and administrators edit a course, so the course needs a new author
    onErasure(courses, async (first, { person, successor }) => {
      const outcome = await courses.modify(first, async (current) => {
        if (current.author.id !== person.id) return undefined
        if (isUnsharedDraft(current, person)) {
          await transact([...toRemoveCourse(current), toDestroy(person, trashedCourse(current))])
          return 'removed' as const
        }
        await transact([
          courses.toUpdate(current, { author: successor }),
          authorships.toRemove({ user_id: person.id, course_id: current.id }),
          authorships.toPut({ user_id: successor.id, course_id: current.id }),
        ])
        return 'handed_over' as const
      })
      if (outcome === 'handed_over') await syncCourseCalendar(first.id, successor.id)
      return outcome
    }),

    onErasure(courseAssignments, async (first, erasure) => {
      const { person } = erasure
      await courseAssignments.update(first, (current) => ({
        user_ids: current.user_ids.filter((id) => id !== person.id),
        assigned_by: ownerAfter(current.assigned_by, erasure),
      }))
      return first.assigned_by.id === person.id ? 'handed_over' : undefined
    }),

    onErasure(enrollments, async (enrollment, { person }) => {
      if (enrollment.user_id !== person.id) return undefined
      await endEnrollment(enrollment)
      return 'removed'
    }),

    // certificates prove a completion without a name
    onErasure(certificates, async (first, { person }) => {
      if (first.user_id !== person.id || first.name_then === person.name) return undefined
      await certificates.update(first, { name_then: person.name })
      return undefined
    }),

    onErasure(attempts, async (attempt, { person }) => {
      if (attempt.user.id !== person.id) return undefined
      await attempts.remove(attempt)
      return 'removed'
    }),
  ],
  isShownToOthers: isCourseVisibleToOthers,
}
