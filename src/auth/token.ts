import { docs } from '#docs'
import { answeredText, answeredCount } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { tokenAudience } from '../platform/identity/actor.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import type { Beginning } from './session/sign-in.ts'
import { environment } from '../platform/runtime/environment.ts'
import { derivedId, newId } from '../platform/runtime/id.ts'
import type { Operation } from '../platform/table/operation.ts'
import { setOrigin } from '../platform/runtime/origin.ts'
import { signedToken } from '../platform/identity/signed-token.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import { epochSeconds, now } from '../platform/runtime/time.ts'
import { users } from '../platform/identity/user.ts'
import { sessions } from '../platform/identity/session.ts'

/** Response of login and refresh (RFC 6749 section 5.1). */
export const Token = z.described(docs('An access token.', { id: 'Token' }), {
  access_token: answeredText(4_096).meta(docs('Send it as `Authorization: Bearer …`.')),
  token_type: z.literal('bearer').meta(docs('Always `bearer`.')),
  expires_in: answeredCount.meta(docs('Seconds until the token expires.', { examples: [43_200] })),
})

/** The person for whom a session begins, with the fields that its token contains. */
type Holder = Pick<ThingOf<typeof users>, 'id' | 'name' | 'role' | 'epoch'>

/** Maximum lifetime of a session after the sign-in, regardless of refreshes, in seconds: 30 days. */
export const maxSessionSeconds = 30 * 86_400

/**
 * Creates a session of a person, to be stored by the caller, and its token, which is valid as long as the session
 * exists.
 */
export const beginSession = async ({ id, name, role, epoch }: Holder, beginning?: Beginning) => {
  const present = epochSeconds()
  const signedInSeconds = beginning?.created_at
    ? Math.floor(Date.parse(beginning.created_at) / 1_000)
    : present
  const expires_at = Math.min(present + environment.sessionSeconds, signedInSeconds + maxSessionSeconds)
  // consecutive IDs may have a later time than the clock, and this ID contains the start of the session
  const session_id = derivedId(Date.now(), newId())
  const session = sessions.make({ beginning, id: session_id, user_id: id, epoch, expires_at })
  const access_token = await signedToken({
    secretId: environment.sessionSecretId,
    audience: tokenAudience,
    subject: id,
    id: session.id,
    expiresAt: session.expires_at,
    claims: { name, role },
  })
  return { session, token: { access_token, token_type: 'bearer' as const, expires_in: expires_at - present } }
}

/** Begins a session of an authenticated person if the conditions in `given` hold, and returns its token. */
export const signIn = async (
  holder: Holder,
  beginning: Beginning,
  given: Operation[] = [],
): Promise<z.output<typeof Token>> => {
  setOrigin({ actor_id: holder.id })
  const { session, token } = await beginSession(holder, beginning)
  const touch = users.toTouch(holder, { last_login_at: now() })
  const create = sessions.toCreate(session)
  // a refused sign-in must not set the time of the last login
  await (given.length > 0
    ? transact([...given, create, touch])
    : Promise.all([writeItem(create), writeItem(touch)]))
  return token
}
