import { docs } from '#docs'
import { sessions } from '../../platform/identity/session.ts'
import { lastUsedAt } from '../../platform/identity/last-use.ts'
import { answeredText, answeredId, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import type { Source } from '../../platform/table/list/list.ts'
import type { Item } from '../../platform/table/operation.ts'
import { toSignIn, SignInMethod } from './sign-in.ts'

export const Session = z.described(docs('An active sign-in.', { id: 'Session' }), {
  id: answeredId.meta(docs('ID of the session; it changes with each new token.')),
  via: SignInMethod.meta(docs('Method of the sign-in; more may be added.')),
  user_agent: answeredText(255)
    .nullable()
    .meta(docs('`User-Agent` of the client: any text of up to 255 characters.')),
  address: answeredText(50).nullable().meta(docs('IP address from which the token was obtained.')),
  created_at: timestamp.meta(docs('Time of the sign-in.')),
  last_used_at: timestamp.meta(docs('Hour of the last use.')),
  expires_at: timestamp.meta(docs('Time of expiry unless it is refreshed.')),
  is_current: z.boolean().meta(docs('True if it is the session of this request.')),
})

/** Reads a session from its item. */
const storedSession = (item: Item) => ({
  ...sessions.read(item),
  // the first use is the start of the session
  last_used_at: lastUsedAt(item) as string,
})

/** Returns the source of all sessions of a person, including ended ones, newest first. */
export const sessionSource = (holder: { user_id: string }): Source<ReturnType<typeof storedSession>> => {
  const { pk: partition, sk: prefix } = sessions.keyOf({ ...holder, id: '' })
  return { index: undefined, partition, prefix, order: 'descending', read: storedSession }
}

/** Returns a session for display; `sessionId` is the session of the request. */
export const presentSession = (session: ReturnType<typeof storedSession>, sessionId: string) => ({
  ...session,
  ...toSignIn(session),
  expires_at: new Date(session.expires_at * 1_000).toISOString(),
  is_current: session.id === sessionId,
})
