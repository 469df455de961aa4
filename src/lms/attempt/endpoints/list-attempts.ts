import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { listOf, listQuery, personOr } from '../../../platform/schema/list-fields.ts'
import { lessonPath } from '../../chapter/chapter.ts'
import { lessonNotFound } from '../../lesson/lessons.ts'
import { Attempt } from '../../quiz/attempt.ts'
import { queryAttempts } from '../attempts.ts'

export const listAttempts = endpoint(`GET ${lessonPath}/attempts`, {
  summary: 'List attempts at a quiz',
  description:
    'Lists the attempts of the caller, newest first. The author of the course and administrators see the attempts of ' +
    'all people, person by person.',
  query: listQuery({
    user_id: personOr().optional().meta(docs('Only attempts of this person: an ID, or `me`.')),
  }),
  response: listOf(Attempt),
  problems: [lessonNotFound],
  handle: ({ actor, params: { id, lesson_id }, query: { user_id, ...page } }) =>
    queryAttempts(actor, id, lesson_id, { ...page, user_id: user_id === 'me' ? actor.id : user_id }),
})
