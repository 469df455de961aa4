import { endpoint } from '../../../platform/http/endpoint.ts'
import { endAssignment, notTheAssigner } from '../changes.ts'

export const deleteAssignment = endpoint('DELETE /lms/assignments/{id}', {
  summary: 'End an assignment of a course',
  isFunction: true,
  description:
    'For the person who assigned the course and administrators. Participants stay enrolled and keep their progress. ' +
    'Their due time is then that of their other assignments, if any.',
  takesIfMatch: true,
  problems: [notTheAssigner],
  handle: ({ actor, params: { id }, ifMatch }) => endAssignment(actor, id, ifMatch),
})
