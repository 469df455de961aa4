import { endpoint } from '../../platform/http/endpoint.ts'
import { sessions } from '../../platform/identity/session.ts'
import * as z from '../../platform/schema/schema.ts'
import { writeItem } from '../../platform/table/table.ts'
import { sessionHolder, sessionsNotYours, user_id } from '../session/access.ts'

export const deleteSession = endpoint('DELETE /auth/sessions/{id}', {
  summary: 'End a session',
  success: 'The session has ended.',
  description: 'Revokes its token at once. Ending the session of this request signs the caller out.',
  query: z.strictObject({ user_id }),
  problems: [sessionsNotYours],
  handle: ({ actor, params, query }) =>
    writeItem(sessions.toRemove({ ...params, ...sessionHolder(actor, query.user_id) }, sessions.absent())),
})
