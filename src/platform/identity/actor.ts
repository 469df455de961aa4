import type { TokenScope } from './token-scope.ts'
import { isOpenSession, sessions } from './session.ts'
import { noteUse } from './last-use.ts'
import { users } from './user.ts'
import { environment } from '../runtime/environment.ts'
import { jwtVerifier } from './jwt.ts'
import { challenge, problem } from '../runtime/problem.ts'
import { cachedGroups, cacheGroups, endedKeyFor, loadGroups, presentGroups } from './principals.ts'
import { getItems } from '../table/batch/batch-get.ts'
import type { Item, Key } from '../table/operation.ts'

export type Role = 'user' | 'support_agent' | 'admin'

export interface Actor {
  id: string
  name: string
  role: Role
  /** IDs of the person's groups. */
  groups: readonly string[]
  /** Scope of the program's access token in use; absent in a session of the person. */
  scope?: TokenScope
  /** ID of that access token; when it becomes invalid, so does everything created with it. */
  token_id?: string
}

/** Returns the token's part of a caller; empty for a session. */
export const tokenClaims = ({
  scope,
  token_id,
}: {
  scope?: TokenScope | undefined
  token_id?: string | null | undefined
}): Pick<Actor, 'scope' | 'token_id'> => ({
  ...(scope && { scope }),
  ...(token_id && { token_id }),
})

/**
 * Claims of a session's access token (in the spirit of RFC 9068: `sub`, `jti` and copies of name and role at sign-in).
 */
export interface Claims {
  actor: Actor
  /** Null for calls on behalf of a person in their absence: only the person is checked, not a session. */
  sessionId: string | null
}

/** Audience of access tokens: they are valid for this API alone. */
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

/** Returns the token of a header `Authorization` (RFC 6750); undefined if it has none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.-]+)$/i.exec(authorization?.trim() ?? '')?.[1]

/**
 * Reads `Authorization: Bearer <access token>` and verifies signature, times, issuer and audience; throws 401
 * otherwise.
 */
export const verifyToken = async (authorization: string | undefined): Promise<Claims> => {
  const token = bearerToken(authorization)
  if (token === undefined) throw tokenMissing()
  const payload = await verify(token)
  if (!payload) throw tokenInvalid()
  const { sub, jti, name, role } = payload
  return {
    actor: { id: sub, name: String(name), role: role as Role, groups: cachedGroups(sub) },
    sessionId: jti,
  }
}

/** Loads an item; concurrent calls share one batch. */
const getItem = async (key: Key): Promise<Item | undefined> => (await getItems([key]))[0]

/**
 * Returns true if the caller's access token is no longer valid. Few calls have one, so its entity is loaded on demand.
 */
const isTokenOver = async ({ id: user_id, token_id }: Pick<Actor, 'id' | 'token_id'>): Promise<boolean> =>
  (await import('./access-token.ts')).isMakerOver({ user_id, token_id })

/**
 * Returns the current state of the caller, from one strongly consistent read of session and user. Throws 401 if the
 * session has ended (by logout, expiry, a new password or deactivation), or the access token on whose behalf the call
 * is made. Needs a second read for a person with groups whom this process knew to have none.
 */
export const readActor = async ({ actor, sessionId }: Claims): Promise<Actor> => {
  const isGrouped = actor.groups.length > 0
  const [userItem, sessionItem, endedItem, isOver] = await Promise.all([
    getItem(users.keyOf(actor)),
    sessionId === null ? undefined : getItem(sessions.keyOf({ user_id: actor.id, id: sessionId })),
    isGrouped ? getItem(endedKeyFor(actor)) : undefined,
    actor.token_id ? isTokenOver(actor) : false,
  ])
  if (isOver || !userItem || (sessionId !== null && !sessionItem)) throw tokenInvalid()
  const user = users.read(userItem)
  const session = sessionItem && sessions.read(sessionItem)
  if (session ? !isOpenSession(session, user) : !user.is_active) throw tokenInvalid()
  if (sessionItem) noteUse(sessionItem)
  const groups = isGrouped ? presentGroups(user, endedItem) : await loadGroups(user)
  cacheGroups(user.id, groups)
  return { ...actor, id: user.id, name: user.name, role: user.role, groups }
}
