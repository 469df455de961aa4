import { historyOf } from '../platform/history/definition.ts'
import { formerSeconds } from '../platform/history/former-state.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { restoreFromTrash } from '../platform/history/undo-definition.ts'
import { canEdit } from './access.ts'
import { enrollments } from './enrollment.ts'
import { courses, courseType, type StoredCourse } from './course.ts'

/** What is long of a course, as history shows it. */
const contentsOf = ({ contents }: StoredCourse) => contents && { id: contents.id, size: contents.bytes }

export const courseHistory: ResourceHistory = {
  changes: [
    historyOf(courses, {
      type: courseType.type,
      fields: {
        title: 'value',
        short_description: 'value',
        // description and chapters
        contents: contentsOf,
        category_id: 'value',
        tags: 'value',
        language: 'value',
        level: 'value',
        start_at: 'value',
        end_at: 'value',
        estimated_minutes: 'value',
        files: 'value',
        status: 'value',
        author_id: ({ author }) => author.id,
      },
    }),
    historyOf(enrollments, {
      type: 'enrollment',
      fields: { user_id: 'value', completed: 'value' },
      idOf: ({ user_id }) => user_id,
      subject: ({ course_id }) => ({ type: courseType.type, id: course_id }),
      audience: () => 'admin',
      person: ({ user_id }) => user_id,
      keepsRemoved: true,
    }),
  ],
  limitsOf: async (reader, id) => {
    const found = await courses.find({ id })
    return { isReadOnly: !found || !canEdit(reader, found) }
  },
  undo: [
    {
      type: courseType.type,
      read: 'lms_find_course',
      update: 'lms_update_course',
      fields: {
        contents: {
          present: contentsOf,
          isPresent: 'lms_has_contents',
          operation: 'lms_put_back_contents',
          keptSeconds: formerSeconds,
        },
        files: { follows: true },
        title: {},
        short_description: {},
        category_id: {},
        tags: {},
        language: {},
        level: {},
        start_at: {},
        end_at: {},
        estimated_minutes: {},
        // only a run makes a course out of a file
        status: { isUndoable: ({ before }) => before !== 'generating' && before !== 'failed' },
      },
      remove: 'lms_delete_course',
      restore: restoreFromTrash,
    },
    {
      type: 'enrollment',
      isPersonal: true,
      idsOf: ({ resource_id }) => ({ id: resource_id }),
      read: 'lms_find_enrollment',
      fields: { completed: { operation: 'lms_put_back_progress' } },
      remove: 'lms_unenroll_course',
      putBack: 'lms_put_back_enrollment',
    },
  ],
}
