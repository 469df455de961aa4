import { docs } from '#docs'
import { sessions } from '../../platform/identity/session.ts'
import { lastUsedAt } from '../../platform/identity/last-use.ts'
import { answeredText, answeredId, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import type { Source } from '../../platform/table/list/list.ts'
import type { Item } from '../../platform/table/operation.ts'
import { signInOf, SignInMethod } from './sign-in.ts'

export const Session = z.described(docs('A sign-in that has not ended.', { id: 'Session' }), {
  id: answeredId.meta(docs('Id of the session; each new token has another one.')),
  via: SignInMethod.meta(docs('By what the person signed in; more may be added.')),
  user_agent: answeredText(255)
    .nullable()
    .meta(docs('What the client said that it is (`User-Agent`), up to 255 characters: any text.')),
  address: answeredText(50).nullable().meta(docs('IP address from which the token was obtained.')),
  created_at: timestamp.meta(docs('When the person signed in.')),
  last_used_at: timestamp.meta(docs('The hour in which it was last used.')),
  expires_at: timestamp.meta(docs('When it ends unless it is refreshed.')),
  is_current: z.boolean().meta(docs('Whether it is the session of this request.')),
})

/** Reads a session from its item. */
const storedSession = (item: Item) => ({
  ...sessions.read(item),
  // the first use is the start of the session
  last_used_at: lastUsedAt(item) as string,
})

/** Returns the source of all sessions of a person, including ended ones, newest first. */
export const sessionsOf = (holder: { user_id: string }): Source<ReturnType<typeof storedSession>> => {
  const { pk: partition, sk: prefix } = sessions.keyOf({ ...holder, id: '' })
  return { index: undefined, partition, prefix, order: 'descending', read: storedSession }
}

/** Returns a session for display; `sessionId` is the session of the request. */
export const presentSession = (session: ReturnType<typeof storedSession>, sessionId: string) => ({
  ...session,
  ...signInOf(session),
  expires_at: new Date(session.expires_at * 1_000).toISOString(),
  is_current: session.id === sessionId,
})
