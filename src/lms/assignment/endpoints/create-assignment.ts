import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import * as z from '../../../platform/schema/schema.ts'
import { notTheAuthor } from '../../course/access.ts'
import { courseAssignmentFields } from '../../enrollment/assignment.ts'
import { courseNotPublished } from '../../learning/changes.ts'
import { assignCourse, tooManyAssignments } from '../changes.ts'
import { CourseAssignment, presentAssignment } from '../presented-assignment.ts'

export const createAssignment = endpoint('POST /lms/courses/{id}/assignments', {
  summary: 'Assign a course to people and groups',
  isFunction: true,
  effect: 'sharing',
  description:
    'For the author of the course, with at most 200 people and only groups that they are in or own, for owners of ' +
    'groups, with their groups alone, and for administrators. Enrolls the people, including those who join a group ' +
    'later, notifies them, and reminds them 7 days and 1 day before the due time and the day after it. A person who ' +
    'has completed the course before does not have to complete the first round. With `repeat_months`, the next ' +
    'round opens a month before it is due, and starts without completed lessons.',
  status: 201,
  body: z
    .strictObject(courseAssignmentFields)
    .meta(docs('An assignment of a course to people and groups.', { id: 'CourseAssignmentInput' })),
  response: CourseAssignment,
  problems: [notTheAuthor, courseNotPublished, tooManyAssignments],
  handle: async ({ actor, params: { id }, body }) => {
    const { assignment, ...seen } = await assignCourse(actor, id, body)
    return presentAssignment(actor, assignment, seen)
  },
})
