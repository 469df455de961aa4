import { concerningPerson, editable, historyOf, shown } from '../../platform/history/definition.ts'
import { formerSeconds } from '../../platform/history/former-state.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { coursePolicy } from './access.ts'
import { courseAssignmentFields, courseAssignments } from '../enrollment/assignment.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { CourseInput } from './input.ts'
import { courses, courseType, type StoredCourse } from './course.ts'

/** Returns the reference to the contents of a course, as the history shows it. */
export const contentsReference = ({ contents }: StoredCourse) =>
  contents && { id: contents.id, size: contents.bytes }

export const courseHistory: ResourceHistory = {
  changes: [
    historyOf(courses, {
      ...courseType,
      fields: {
        ...editable(CourseInput.omit({ description: true, chapters: true }).shape),
        // description and chapters
        contents: { shown: contentsReference, keptSeconds: formerSeconds },
        files: { follows: true },
        // only a run sets the status generating or failed
        status: { isUndoable: ({ before }) => before !== 'generating' && before !== 'failed' },
        author_id: ({ author }) => author.id,
      },
      removed: 'trashed',
    }),
    historyOf(enrollments, {
      type: 'enrollment',
      fields: { user_id: 'value', completed: {} },
      ...concerningPerson(courseType.type, 'course_id'),
      removed: 'kept',
      isPersonal: true,
    }),
    historyOf(courseAssignments, {
      type: 'course_assignment',
      fields: shown(courseAssignmentFields),
      subject: ({ course_id }) => ({ type: courseType.type, id: course_id }),
      audience: () => 'admin',
      person: ({ assigned_by }) => assigned_by.id,
      removed: 'kept',
    }),
  ],
  limitsOf: async (reader, id) => {
    const found = await courses.find({ id })
    return { isReadOnly: !found || !coursePolicy.allows(found, reader, 'edit') }
  },
}
