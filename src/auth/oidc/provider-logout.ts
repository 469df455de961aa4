import { setOrigin } from '../../platform/runtime/origin.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import { sessions } from '../../platform/identity/session.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { isAbsent } from '../../platform/table/condition.ts'
import { readAll } from '../../platform/table/list/list.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { maxWritesTogether, transact } from '../../platform/table/table.ts'
import { identities } from '../../users/identity.ts'
import { sessionSource } from '../session/session.ts'
import { toSignIn } from '../session/sign-in.ts'
import { logouts, logoutSeconds, providerSessions } from './logouts.ts'

/**
 * Sessions to end: one session at a provider, all sessions of a person, or the session that began with a one-time code.
 */
interface ProviderSessions {
  issuer: string
  sid?: string | undefined
  sub?: string | undefined
  code?: string
}

export interface ProviderLogout extends ProviderSessions {
  jti: string
  /** Expiry of the logout token, in seconds since 1970. */
  expires_at: number
}

export const logoutTokenInvalid = problem(
  'auth.logout_token_invalid',
  400,
  'The logout token is invalid, expired or was sent before.',
)

const findSessionUserId = async ({ issuer, sid, sub }: ProviderSessions): Promise<string | undefined> => {
  const found =
    sub === undefined
      ? await providerSessions.find({ issuer, sid: String(sid) })
      : await identities.find({ issuer, subject: sub })
  return found?.user_id
}

const sessionsEndedBy = async ({ issuer, sid, sub, code }: ProviderSessions, user_id: string) =>
  (await readAll([sessionSource({ user_id })])).filter((session) => {
    const { oidc } = toSignIn(session)
    const isNamed = oidc && (sid ?? oidc.sid) === oidc.sid && (sub ?? oidc.subject) === oidc.subject
    return isNamed && oidc.issuer === issuer && (code ?? oidc.code) === oidc.code
  })

/**
 * Returns a write after which none of these sessions can begin or be refreshed, so that a later search finds all of
 * them.
 */
const toEnd = ({ issuer, ...named }: ProviderSessions, at: number): Operation => {
  const claim = (['code', 'sid'] as const).find((name) => named[name] !== undefined) ?? 'sub'
  const expires_at = epochSeconds() + logoutSeconds
  return logouts.toPut({ issuer, claim, value: String(named[claim]), at, expires_at })
}

const removeEnded = async (ended: ProviderSessions, user_id: string): Promise<void> => {
  const found = await sessionsEndedBy(ended, user_id)
  for (let first = 0; first < found.length; first += maxWritesTogether)
    await transact(found.slice(first, first + maxWritesTogether).map((session) => sessions.toRemove(session)))
}

/**
 * Ends the sessions of a logout. Its token is recorded last, so that an interrupted logout can be repeated. Throws 400
 * if the token was used before.
 */
export const endProviderSessions = async (logout: ProviderLogout): Promise<void> => {
  const { issuer, jti, expires_at } = logout
  const at = Date.now()
  const token = { issuer, claim: 'jti' as const, value: jti, at, expires_at }
  await transact([
    { key: logouts.keyOf(token), require: [isAbsent('pk')], otherwise: logoutTokenInvalid() },
    toEnd(logout, at),
  ])
  const user_id = await findSessionUserId(logout)
  if (user_id !== undefined) {
    setOrigin({ actor_id: user_id })
    await removeEnded(logout, user_id)
  }
  await logouts.create(token, logoutTokenInvalid())
}

/** Ends the session that began with a one-time code, also after refreshes (RFC 6749 section 4.1.2). */
export const endSessionOfCode = async (code: string, { issuer }: { issuer: string }, user_id: string) => {
  const ended = { issuer, code }
  await transact([toEnd(ended, Date.now())])
  setOrigin({ actor_id: user_id })
  await removeEnded(ended, user_id)
}

/**
 * Removes the identity from an account and ends its sessions; the next sign-in with a verified address links another
 * one.
 */
export const unlinkIdentity = async (user: StoredUser): Promise<void> => {
  const identity = await users.modify(user, async (current) => {
    if (!current.identity) return undefined
    const ended = { issuer: current.identity.issuer, sub: current.identity.subject }
    await transact([
      users.toUpdate(current, { identity: null }),
      identities.toRemove(current.identity),
      toEnd(ended, Date.now()),
    ])
    return ended
  })
  if (identity) await removeEnded(identity, user.id)
}
