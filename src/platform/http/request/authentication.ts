import { problemDocs } from '#docs'
import {
  bearerToken,
  readActor,
  tokenClaims,
  verifyToken,
  type Actor,
  type Claims,
} from '../../identity/actor.ts'
import { discardReadings } from '../../identity/read-audit.ts'
import { requestHeader } from '../exchange/http-reply.ts'
import type { InternalCall } from '../internal-call.ts'
import { awaitLater } from '../../runtime/await-later.ts'
import { setOrigin } from '../../runtime/origin.ts'
import { problem } from '../../runtime/problem.ts'
import { noSession, requestContext } from '../../runtime/request-context.ts'
import type { Caller, Middleware } from '../exchange/request-state.ts'
import type { Access } from '../access-level.ts'
import { rolesOf } from '../spec-rules.ts'
import type { Spec, TokenHolder } from '../spec.ts'

const internalClaims = ({ actor }: InternalCall): Claims | undefined =>
  actor && {
    actor: {
      id: actor.id,
      name: actor.name,
      role: actor.role,
      groups: actor.groups,
      ...tokenClaims(actor),
    },
    sessionId: null,
  }

export const sessionRequired = problem(
  'auth.session_required',
  403,
  'Only the person may do this, in their own session.',
)

export const roleRequired = problem('auth.role_required', 403, {
  wording: (access: Exclude<Access, 'public'>) => `This requires the role ${rolesOf[access].join(' or ')}.`,
  docs: problemDocs({ meaning: 'The caller lacks the required role.', example: ['admin'] }),
})

const requireRole = (actor: Actor, access: Exclude<Access, 'public'>) => {
  if (!rolesOf[access].includes(actor.role)) throw roleRequired(access)
}

/**
 * Thrown if the person's role, name or groups have changed since the work began; the result of the work is discarded.
 */
export class ActorChanged extends Error {
  override readonly name = 'ActorChanged'
}

/** Returns the fields in which a session may differ from its token, as text. */
const changeable = ({ role, name, groups }: Actor) => JSON.stringify([role, name, groups])

const requireUnchanged = (claimed: Actor, present: Actor) => {
  if (changeable(present) !== changeable(claimed)) throw new ActorChanged()
}

/**
 * Runs work as the person of the token while their session is being read, and again if the session shows another role,
 * name or groups.
 */
const runAs = (
  claimed: Actor,
  session: Promise<Actor>,
  access: Exclude<Access, 'public'>,
): Pick<Caller, 'confirmUnchanged' | 'run'> => {
  let actor = claimed
  return {
    confirmUnchanged: async () => requireUnchanged(actor, await session),
    run: async (work) => {
      try {
        const [outcome] = await Promise.allSettled([work(claimed), session])
        requireUnchanged(claimed, await session)
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      } catch (error) {
        if (!(error instanceof ActorChanged)) throw error
        discardReadings()
        actor = await session
        requireRole(actor, access)
        return work(actor)
      }
    },
  }
}

type Params = { [name: string]: string | undefined } | null

/**
 * Throws 403 if the scope of the caller's token does not cover the request, judged by the parts of the request that are
 * parsed so far (scope-check.ts).
 */
export const limitScope = async (
  spec: Spec,
  { id, scope }: Pick<Caller, 'id' | 'scope'>,
  body?: unknown,
  params?: Params,
): Promise<void> => {
  if (scope || spec.scope) (await import('./scope-check.ts')).requireScope(spec, { id, scope }, body, params)
}

/**
 * Returns the person of an access token, who is read before the work because the token carries neither name nor role;
 * undefined for a session. The prefix marks tokens of programs (access-token.ts).
 */
const readHolder = async (
  { issuedToken }: Spec,
  authorization: string | undefined,
): Promise<TokenHolder | undefined> => {
  const token = bearerToken(authorization)
  if (!token?.startsWith('ep_')) return issuedToken?.(authorization)
  return (await import('../../identity/token-holder.ts')).readTokenHolder(token)
}

/**
 * Returns the caller of a request or a call; undefined if no token is required. Throws 401 and 403. The session is read
 * with strong consistency, in parallel with the work, which trusts the token: responses to reads (`run`) and writes
 * ({@link awaitSession}) wait for it. A token is therefore dead as soon as logout has responded, without further round
 * trips.
 */
export const identifyCaller = async (
  spec: Spec,
  authorization: string | undefined,
  call: InternalCall = {},
): Promise<Caller | undefined> => {
  const access = spec.access ?? 'user'
  if (access === 'public') return undefined
  const holder = call.actor ? undefined : await readHolder(spec, authorization)
  if (spec.requiresSession && (holder || call.actor || call.isPart)) throw sessionRequired()
  const claims = holder
    ? { actor: holder.actor, sessionId: '' }
    : (internalClaims(call) ?? (await verifyToken(authorization)))
  const session = awaitLater(holder || call.isGuest ? Promise.resolve(claims.actor) : readActor(claims))
  const claimed = rolesOf[access].includes(claims.actor.role) ? claims.actor : await session
  requireRole(claimed, access)
  await limitScope(spec, claimed)
  const origin = holder ? ({ via: spec.scope ?? 'token', token_id: holder.token_id } as const) : call.origin
  setOrigin({ actor_id: claimed.id, ...origin })
  return {
    id: claimed.id,
    sessionId: claims.sessionId,
    scope: claimed.scope,
    confirm: () => session,
    ...runAs(claimed, session, access),
  }
}

/**
 * Allows writes from now on: each write waits until the session of the caller is confirmed, before it is sent
 * (table/client.ts).
 */
export const awaitSession = (caller: Caller | undefined): void => {
  requestContext().confirmSession = caller?.confirmUnchanged ?? noSession
}

/** {@link awaitSession} as a step of a request. */
export const writesAwaitSession: Middleware = { before: ({ internal }) => awaitSession(internal.caller) }

/** {@link limitScope} as a step of a request, once its body is parsed. */
export const limitScopeByBody = (spec: Spec): Middleware => ({
  before: ({ event, internal: { caller, json } }) =>
    caller && limitScope(spec, caller, json, event.pathParameters),
})

export const authenticate = (spec: Spec): Middleware => ({
  before: async ({ event, internal }) => {
    const caller = await identifyCaller(spec, requestHeader(event, 'authorization'))
    if (caller) internal.caller = caller
  },
  onError: async (request) => {
    // a 401 for an ended session precedes any other error
    await request.internal.caller?.confirm().catch((error: Error) => void (request.error = error))
  },
})
