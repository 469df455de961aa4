import { onErasure, type Erasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { trashEntries } from '../../platform/trash/entry.ts'
import { findAnywhere, trashedThing } from '../../platform/trash/trashed-things.ts'
import { toDestroy } from '../../platform/trash/moves.ts'
import { authorships } from './authorship.ts'
import { toCountCourses } from '../category/counts.ts'
import { syncCourseCalendar } from './calendar.ts'
import { isUnsharedDraft, trashedCourse } from './trash.ts'
import { courses } from './course.ts'
import { enrollments, type StoredEnrollment } from '../enrollment/enrollment.ts'

/** Whether somebody else may read a course, or may once it is restored. */
const isShownToOthers = async (id: string, person: Erasure['person']): Promise<boolean> => {
  const course = await findAnywhere(courses, id)
  return course !== undefined && !isUnsharedDraft(course, person)
}

/** The write that counts somebody out of a course, wherever that is; none where it is gone for good. */
const toCountOut = async (id: string): Promise<Operation[]> => {
  if (await courses.find({ id })) return [courses.toAdd({ id }, 'enrollment_count', -1)]
  const entry = await trashEntries.find({ id })
  if (entry?.state !== 'trashed') return []
  const course = trashedThing(courses, entry)
  const item = courses.itemOf({ ...course, enrollment_count: course.enrollment_count - 1 })
  return [trashEntries.toUpdate(entry, { item })]
}

/** Ends a part in a course; the course may go to the trash, or come back, meanwhile. */
const endPart = (enrollment: StoredEnrollment): Promise<void> =>
  retryOnConflict(async () => {
    const [present, countOut] = await Promise.all([
      enrollments.find(enrollment),
      toCountOut(enrollment.course_id),
    ])
    if (!present) return
    await transact([
      enrollments.toRemoveRead(present, []),
      // what is not where it was is looked for again
      ...countOut.map((operation) => ({ ...operation, otherwise: undefined })),
    ])
  })

export const courseErasure: KindErasure = {
  handlers: [
    // anyone who has written a course alone may change it, so it needs somebody
    onErasure(courses, async (first, { person, successor }) => {
      const outcome = await courses.modify(first, async (current) => {
        if (current.author.id !== person.id) return undefined
        const course_id = current.id
        if (isUnsharedDraft(current, person)) {
          await transact([
            courses.toRemoveRead(current, ['enrollment_count']),
            toDestroy(person, trashedCourse(current)),
            authorships.toRemove({ user_id: person.id, course_id }),
            ...toCountCourses(current, undefined),
          ])
          return 'removed' as const
        }
        await transact([
          courses.toUpdate(current, { author: successor }),
          authorships.toRemove({ user_id: person.id, course_id }),
          authorships.toPut({ user_id: successor.id, course_id }),
        ])
        return 'handed_over' as const
      })
      if (outcome === 'handed_over') await syncCourseCalendar(first.id, successor.id)
      return outcome
    }),

    onErasure(enrollments, async (enrollment, { person }) => {
      if (enrollment.user_id !== person.id) return undefined
      await endPart(enrollment)
      return 'removed'
    }),
  ],
  isShownToOthers,
}
