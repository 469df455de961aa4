import { sessions } from './session.ts'
import { users } from './user.ts'
import { environment } from '../runtime/environment.ts'
import { jwtVerifier } from './jwt.ts'
import { challenge, problem } from '../runtime/problem.ts'
import { getItems } from '../table/batch/batch-get.ts'
import type { Key } from '../table/operation.ts'
import { epochSeconds } from '../runtime/time.ts'

export type Role = 'user' | 'support_agent' | 'admin'

/** The caller. */
export interface Actor {
  id: string
  name: string
  role: Role
}

/** What an access token says (RFC 9068 in spirit: `sub`, `jti` and the copies of name and role at sign-in). */
export interface Claims {
  actor: Actor
  /** Null for what is done in somebody's name without them: then only the person is looked at, not a session. */
  sessionId: string | null
}

/** The audience of access tokens: they are good for this API and nothing else. */
export const tokenAudience = 'api'

const verify = jwtVerifier({ audience: tokenAudience, keys: () => environment.sessionPublicKeys })

export const tokenMissing = problem('auth.token_missing', 401, {
  wording: {
    detail: 'The header Authorization must be "Bearer <access_token>".',
    headers: challenge(),
  },
})

export const tokenInvalid = problem('auth.token_invalid', 401, {
  wording: {
    detail: 'The access token is invalid, expired or revoked.',
    headers: challenge('invalid_token'),
  },
})

/** Reads `Authorization: Bearer <access token>` and verifies signature, times, issuer and audience; else 401. */
export const verifyToken = async (authorization: string | undefined): Promise<Claims> => {
  const token = /^Bearer +([\w.-]+)$/i.exec(authorization?.trim() ?? '')?.[1]
  if (token === undefined) throw tokenMissing()
  const payload = await verify(token)
  if (!payload) throw tokenInvalid()
  const { sub, jti, name, role } = payload
  return { actor: { id: sub, name: String(name), role: role as Role }, sessionId: jti }
}

/**
 * The caller as of now, from one strongly consistent read of session and user; 401 if the session has ended,
 * by logout, expiry, a new password or deactivation.
 */
export const readActor = async ({ actor, sessionId }: Claims): Promise<Actor> => {
  const keys: Key[] = [users.keyOf({ id: actor.id })]
  if (sessionId !== null) keys.push(sessions.keyOf({ user_id: actor.id, id: sessionId }))
  const [userItem, sessionItem] = await getItems(keys)
  if (!userItem || (sessionId !== null && !sessionItem)) throw tokenInvalid()
  const { id, name, role, is_active, epoch } = users.read(userItem)
  const session = sessionItem && sessions.read(sessionItem)
  const isOver = session && (session.expires_at <= epochSeconds() || session.epoch !== epoch)
  if (isOver || !is_active) throw tokenInvalid()
  return { id, name, role }
}
