import type { OwnOperation } from '../platform/history/undo-definition.ts'

/**
 * What takes changes back beside the operations of the API, by the names that definitions give: reading what no
 * endpoint reads by itself, comparing what history names by a number or an id, and putting back what is in no trash.
 * Each is loaded when it is called.
 */
export const ownOperations: Record<string, () => Promise<OwnOperation>> = {
  files_find_file: async () => (await import('../files/file-undo.ts')).findFile,
  files_has_version: async () => (await import('../files/file-undo.ts')).hasVersion,
  lms_find_course: async () => (await import('../lms/course-undo.ts')).loadStoredCourse,
  lms_find_category: async () => (await import('../lms/category-undo.ts')).findCategory,
  lms_find_enrollment: async () => (await import('../lms/enrollment-undo.ts')).findEnrollment,
  lms_has_contents: async () => (await import('../lms/course-undo.ts')).hasContents,
  lms_put_back_contents: async () => (await import('../lms/course-undo.ts')).putBackContents,
  lms_put_back_category: async () => (await import('../lms/category-undo.ts')).putBackCategory,
  lms_put_back_enrollment: async () => (await import('../lms/enrollment-undo.ts')).putBackEnrollment,
  lms_put_back_event: async () => (await import('../lms/event-undo.ts')).putBackEvent,
  lms_put_back_progress: async () => (await import('../lms/enrollment-undo.ts')).putBackProgress,
  task_find_comment: async () => (await import('../task/comment-undo.ts')).findComment,
  task_put_back_comment: async () => (await import('../task/comment-undo.ts')).putBackComment,
  wiki_find_comment: async () => (await import('../wiki/comment-undo.ts')).findComment,
  wiki_has_revision: async () => (await import('../wiki/page-undo.ts')).hasRevision,
  wiki_put_back_comment: async () => (await import('../wiki/comment-undo.ts')).putBackComment,
}
