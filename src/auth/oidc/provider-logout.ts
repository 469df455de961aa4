import { setOrigin } from '../../platform/runtime/origin.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import { sessions } from '../../platform/identity/session.ts'
import { isAbsent } from '../../platform/table/condition.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { maxWritesTogether, transact } from '../../platform/table/table.ts'
import { identities } from '../../users/identity.ts'
import { sessionsOf } from '../session/session.ts'
import { signInOf } from '../session/sign-in.ts'
import { logouts, logoutSeconds, providerSessions } from './logouts.ts'

/** A logout that a provider tells of, of one of its sessions or of all those of a person. */
export interface ProviderLogout {
  issuer: string
  jti: string
  sid: string | undefined
  sub: string | undefined
  /** When the token that says so is over, in seconds since 1970. */
  expires_at: number
}

export const logoutTokenInvalid = problem(
  'auth.logout_token_invalid',
  400,
  'The logout token is invalid, over or was sent before.',
)

const userOf = async ({ issuer, sid, sub }: ProviderLogout): Promise<string | undefined> => {
  const found =
    sub === undefined
      ? await providerSessions.find({ issuer, sid: String(sid) })
      : await identities.find({ issuer, subject: sub })
  return found?.user_id
}

const sessionsEndedBy = async ({ issuer, sid, sub }: ProviderLogout, user_id: string) =>
  (await readAll([sessionsOf({ user_id })])).filter((session) => {
    const { oidc } = signInOf(session)
    const isNamed = oidc && (sid ?? oidc.sid) === oidc.sid && (sub ?? oidc.subject) === oidc.subject
    return isNamed && oidc.issuer === issuer
  })

/**
 * Ends the sessions of a logout. None begins or is refreshed from its first write on, so that those that are found
 * then are all; its token is noted last, so that it is taken again if this breaks off. Throws 400 when it was taken.
 */
export const endProviderSessions = async (logout: ProviderLogout): Promise<void> => {
  const { issuer, jti, sid, sub, expires_at } = logout
  const at = Date.now()
  const token = { issuer, claim: 'jti' as const, value: jti, at, expires_at }
  const ended =
    sid === undefined
      ? ({ claim: 'sub', value: String(sub) } as const)
      : { claim: 'sid' as const, value: sid }
  await transact([
    { key: logouts.keyOf(token), require: [isAbsent('pk')], otherwise: logoutTokenInvalid() },
    logouts.toPut({ issuer, ...ended, at, expires_at: epochSeconds() + logoutSeconds }),
  ])
  const user_id = await userOf(logout)
  if (user_id !== undefined) {
    setOrigin({ actor_id: user_id })
    const found = await sessionsEndedBy(logout, user_id)
    for (let first = 0; first < found.length; first += maxWritesTogether)
      await transact(
        found.slice(first, first + maxWritesTogether).map((session) => sessions.toRemove(session)),
      )
  }
  await logouts.create(token, logoutTokenInvalid())
}
