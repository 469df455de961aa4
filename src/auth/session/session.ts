import { docs } from '#docs'
import { sessions, SignInMethod } from '../../platform/identity/session.ts'
import { lastUsedAt } from '../../platform/identity/session-use.ts'
import { timeOf } from '../../platform/runtime/id.ts'
import { answeredId, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import type { Item } from '../../platform/table/operation.ts'

export const Session = z
  .object({
    id: answeredId.meta(docs('Id of the session; each new token has another one.')),
    via: SignInMethod.meta(docs('By what the person signed in; more may be added.')),
    user_agent: z
      .string()
      .nullable()
      .meta(docs('What the client said that it is (`User-Agent`), up to 255 characters: any text.')),
    address: z.string().nullable().meta(docs('IP address from which the token was obtained.')),
    created_at: timestamp.meta(docs('When the person signed in.')),
    last_used_at: timestamp.meta(docs('The hour in which it was last used.')),
    expires_at: timestamp.meta(docs('When it ends unless it is refreshed.')),
    is_current: z.boolean().meta(docs('Whether it is the session of this request.')),
  })
  .meta(docs('A sign-in that has not ended.', { id: 'Session' }))

/** When the person signed in, also for sessions that were stored without it. */
export const signedInAt = ({ created_at, id }: { created_at: string | null; id: string }): string =>
  created_at ?? new Date(timeOf(id)).toISOString()

/** A session as its item has it. */
export const storedSession = (item: Item) => ({ ...sessions.read(item), last_used_at: lastUsedAt(item) })

/** A session as it is shown in another one. */
export const presentSession = (session: ReturnType<typeof storedSession>, sessionId: string) => ({
  ...session,
  created_at: signedInAt(session),
  expires_at: new Date(session.expires_at * 1_000).toISOString(),
  is_current: session.id === sessionId,
})
