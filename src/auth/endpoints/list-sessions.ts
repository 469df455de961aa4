import { endpoint } from '../../platform/http/endpoint.ts'
import { isOpenSession, type sessions } from '../../platform/identity/session.ts'
import { users } from '../../platform/identity/user.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { readList } from '../../platform/table/list/list.ts'
import { sessionHolder, sessionsNotYours, user_id } from '../session/access.ts'
import { presentSession, Session, sessionSource } from '../session/session.ts'

/** Returns a function that tells whether a session of a person is open. */
const openSessionCheck = async (id: string) => {
  const user = await users.get({ id })
  return (session: ThingOf<typeof sessions>) => isOpenSession(session, user)
}

export const listSessions = endpoint('GET /auth/sessions', {
  summary: 'List the caller’s sessions, newest first',
  description:
    'Each sign-in starts a session. A refresh continues the session under a new ID, and records the client and ' +
    'address again. `last_used_at` may be up to an hour old.',
  query: listQuery({ user_id }),
  response: listOf(Session),
  problems: [sessionsNotYours, users.absent],
  handle: async ({ actor, sessionId, query: { user_id, ...page } }) => {
    const holder = sessionHolder(actor, user_id)
    const found = await readList([sessionSource(holder)], page, openSessionCheck(holder.user_id))
    return { ...found, items: found.items.map((session) => presentSession(session, sessionId)) }
  },
})
