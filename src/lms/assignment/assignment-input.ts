import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { courseAssignmentFields } from '../enrollment/assignment.ts'

/** Schema of a new assignment. */
export const AssignmentInput = z
  .strictObject(courseAssignmentFields)
  .meta(docs('An assignment of a course to people and groups.', { id: 'CourseAssignmentInput' }))
