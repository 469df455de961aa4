import { problemDocs } from '#docs'
import { readActor, tokenClaims, verifyToken, type Actor, type Claims } from '../../identity/actor.ts'
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

/** Throws 403 if the endpoint requires a session of the person and the call is made on their behalf. */
const requireSession = ({ requiresSession }: Spec, { actor, isPart }: InternalCall) => {
  if (requiresSession && (actor || isPart)) throw sessionRequired()
}

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
class ActorChanged extends Error {
  override readonly name = 'ActorChanged'
}

const requireUnchanged = (claimed: Actor, present: Actor) => {
  const isSame = present.role === claimed.role && present.name === claimed.name
  if (!isSame || present.groups.join() !== claimed.groups.join()) throw new ActorChanged()
}

/**
 * Runs work as the person of the token while their session is being read, and again if the session shows another role,
 * name or groups.
 */
const runAs =
  (claimed: Actor, session: Promise<Actor>, access: Exclude<Access, 'public'>): Caller['run'] =>
  async (work) => {
    try {
      const [outcome] = await Promise.allSettled([work(claimed), session])
      requireUnchanged(claimed, await session)
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    } catch (error) {
      if (!(error instanceof ActorChanged)) throw error
      discardReadings()
      const actor = await session
      requireRole(actor, access)
      requestContext().confirmSession = noSession // it has been confirmed
      return work(actor)
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

/** Returns the access token of a program (access-token.ts), recognized by its prefix; undefined for anything else. */
const programToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(ep_\w+)$/i.exec(authorization?.trim() ?? '')?.[1]

/** Returns the person of a program's access token, which carries neither name nor role. */
const readProgramToken = async (token: string): Promise<TokenHolder> => {
  const { readTokenHolder } = await import('../../identity/token-holder.ts')
  const actor = await readTokenHolder(token)
  return { actor, token_id: actor.token_id }
}

/** Returns the caller of a request by an access token whose person has been read before the work. */
const identifyByToken = async (
  spec: Spec,
  access: Exclude<Access, 'public'>,
  { actor, token_id }: TokenHolder,
): Promise<Caller> => {
  if (spec.requiresSession) throw sessionRequired()
  requireRole(actor, access)
  await limitScope(spec, actor)
  setOrigin({ actor_id: actor.id, via: spec.scope ?? 'token', token_id })
  const confirmed = async () => {}
  return {
    id: actor.id,
    sessionId: '',
    scope: actor.scope,
    confirm: confirmed,
    confirmUnchanged: confirmed,
    run: (work) => work(actor),
  }
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
  requireSession(spec, call)
  const token = call.actor ? undefined : programToken(authorization)
  if (token !== undefined) return identifyByToken(spec, access, await readProgramToken(token))
  const issued = call.actor ? undefined : await spec.issuedToken?.(authorization)
  if (issued) return identifyByToken(spec, access, issued)
  const claims = internalClaims(call) ?? (await verifyToken(authorization))
  const session = awaitLater(call.isGuest ? Promise.resolve(claims.actor) : readActor(claims))
  const claimed = rolesOf[access].includes(claims.actor.role) ? claims.actor : await session
  requireRole(claimed, access)
  await limitScope(spec, claimed)
  setOrigin({ actor_id: claimed.id, ...call.origin })
  return {
    id: claimed.id,
    sessionId: claims.sessionId,
    scope: claimed.scope,
    confirm: () => session,
    confirmUnchanged: async () => requireUnchanged(claimed, await session),
    run: runAs(claimed, session, access),
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
