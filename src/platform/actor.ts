import { createLocalJWKSet, jwtVerify } from 'jose'
import { sessions } from '../auth/session.ts'
import { users } from '../users/user.ts'
import { environment } from './environment.ts'
import { unauthorized } from './problem.ts'
import { getItems, type Key } from './table.ts'
import { epochSeconds } from './time.ts'

export type Role = 'user' | 'support_agent' | 'admin'

/** Who is calling. */
export interface Actor {
  id: string
  name: string
  role: Role
}

/** What an access token says (RFC 9068 in spirit: `sub`, `jti` and the copies of name and role at sign-in). */
export interface Claims {
  actor: Actor
  sessionId: string
}

/** The audience of access tokens: they are good for this API and nothing else. */
export const tokenAudience = 'api'
export const tokenAlgorithm = 'EdDSA'

let keys: { json: string; find: ReturnType<typeof createLocalJWKSet> } | undefined

const publicKeys = () => {
  const json = environment.sessionPublicKeys
  if (keys?.json !== json) keys = { json, find: createLocalJWKSet(JSON.parse(json)) }
  return keys.find
}

interface Verified extends Claims {
  expiresAt: number
}

/** Tokens that were verified lately, by their text; what ends one sooner than its time is the session, read each time. */
const verified = new Map<string, Verified>()
const mostVerified = 100

const remember = (token: string, claims: Verified) => {
  if (verified.size >= mostVerified) verified.delete(verified.keys().next().value as string)
  verified.set(token, claims)
  return claims
}

const verify = async (token: string): Promise<Verified> => {
  const { payload } = await jwtVerify(token, publicKeys(), {
    algorithms: [tokenAlgorithm],
    issuer: environment.publicUrl,
    audience: tokenAudience,
    requiredClaims: ['exp', 'iat', 'jti', 'sub'],
  }).catch(() => {
    throw tokenInvalid()
  })
  const { sub, jti, name, role, exp } = payload
  const actor = { id: sub as string, name: String(name), role: role as Role }
  return { actor, sessionId: jti as string, expiresAt: exp as number }
}

/** Reads `Authorization: Bearer <access token>` and verifies signature, times, issuer and audience; else 401. */
export const verifyToken = async (authorization: string | undefined): Promise<Claims> => {
  const token = /^Bearer +([\w.-]+)$/i.exec(authorization?.trim() ?? '')?.[1]
  if (token === undefined)
    throw unauthorized('auth.token_missing', 'The header Authorization must be "Bearer <access_token>".')
  const claims = verified.get(token) ?? remember(token, await verify(token))
  if (claims.expiresAt <= epochSeconds()) throw tokenInvalid()
  return claims
}

export const tokenInvalid = () =>
  unauthorized('auth.token_invalid', 'The access token is wrong, expired or annulled.')

/**
 * The caller as of now, from the session and the user in one strongly consistent read; 401 when the session has ended,
 * however it did: logout, time, a new password, deactivation.
 */
export const readActor = async ({ actor, sessionId }: Claims): Promise<Actor> => {
  const keys: Key[] = [sessions.keyOf({ user_id: actor.id, id: sessionId }), users.keyOf({ id: actor.id })]
  const [sessionItem, userItem] = await getItems(keys)
  if (!sessionItem || !userItem) throw tokenInvalid()
  const session = sessions.read(sessionItem)
  const { id, name, role, is_active, epoch } = users.read(userItem)
  if (session.expires_at <= epochSeconds() || !is_active || session.epoch !== epoch) throw tokenInvalid()
  return { id, name, role }
}
