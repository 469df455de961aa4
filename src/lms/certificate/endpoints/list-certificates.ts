import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { id } from '../../../platform/schema/fields.ts'
import { listOf, listQuery, personOr } from '../../../platform/schema/list-fields.ts'
import { notTheAuthor } from '../../course/access.ts'
import { Certificate } from '../../enrollment/certificate.ts'
import { queryCertificates } from '../certificates.ts'

export const listCertificates = endpoint('GET /lms/certificates', {
  summary: 'List certificates, newest first',
  isFunction: true,
  description:
    'Lists the caller’s certificates. With `course_id`, the author of the course lists all certificates of the ' +
    'course. Administrators can also list those of any person with `user_id`.',
  query: listQuery({
    course_id: id.optional().meta(docs('Only certificates of this course.')),
    user_id: personOr().optional().meta(docs('Only certificates of this person: an ID, or `me`.')),
  }),
  response: listOf(Certificate),
  problems: [notTheAuthor],
  handle: ({ actor, query: { course_id, user_id, ...page } }) =>
    queryCertificates(actor, { course_id, user_id: user_id === 'me' ? actor.id : user_id }, page),
})
