import { told } from '#docs'
import { readActor, tokenOf, verifyToken, type Actor, type Claims } from '../../identity/actor.ts'
import { discardReadings } from '../../identity/read-audit.ts'
import { headerOf } from '../answer/http-reply.ts'
import type { InternalCall } from '../internal-call.ts'
import { awaitLater } from '../../runtime/await-later.ts'
import { setOrigin } from '../../runtime/origin.ts'
import { problem } from '../../runtime/problem.ts'
import { noSession, requestContext } from '../../runtime/request-context.ts'
import type { Caller, Middleware } from './request-state.ts'
import { rolesOf, type Access, type Spec } from '../spec.ts'

const claimsOf = ({ actor }: InternalCall): Claims | undefined =>
  actor && {
    actor: {
      id: actor.id,
      name: actor.name,
      role: actor.role,
      groups: actor.groups,
      ...tokenOf(actor),
    },
    sessionId: null,
  }

export const sessionRequired = problem(
  'auth.session_required',
  403,
  'Only the person may do this, in a session of their own.',
)

/** Throws 403 where a person has to act themselves and something does on their behalf. */
const requireSession = ({ requiresSession }: Spec, { actor, isPart }: InternalCall) => {
  if (requiresSession && (actor || isPart)) throw sessionRequired()
}

export const roleRequired = problem('auth.role_required', 403, {
  wording: (access: Exclude<Access, 'public'>) => `This requires the role ${rolesOf[access].join(' or ')}.`,
  docs: told({ meaning: 'This requires another role.', example: ['admin'] }),
})

const requireRole = (actor: Actor, access: Exclude<Access, 'public'>) => {
  if (!rolesOf[access].includes(actor.role)) throw roleRequired(access)
}

/** The role, name or groups of the person are not those that work was begun with: what was done so far is discarded. */
class ActorChanged extends Error {
  override readonly name = 'ActorChanged'
}

const requireUnchanged = (claimed: Actor, present: Actor) => {
  const isSame = present.role === claimed.role && present.name === claimed.name
  if (!isSame || present.groups.join() !== claimed.groups.join()) throw new ActorChanged()
}

/** Runs work as the person of the token while their session is read, and again when that says otherwise of them. */
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
      requestContext().confirmSession = noSession // it is confirmed by now
      return work(actor)
    }
  }

type Params = { [name: string]: string | undefined } | null

/** Throws 403 where the scope of the caller's token does not cover this, as far as is known yet (scope-check.ts). */
export const limitScope = async (
  spec: Spec,
  { id, scope }: Pick<Caller, 'id' | 'scope'>,
  body?: unknown,
  params?: Params,
): Promise<void> => {
  if (scope || spec.scope) (await import('./scope-check.ts')).requireScope(spec, { id, scope }, body, params)
}

/** A token of a program (access-token.ts), by what it begins with; undefined for anything else. */
const programToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(ep_\w+)$/i.exec(authorization?.trim() ?? '')?.[1]

/**
 * Who makes a request by a token of a program, which says neither name nor role: token and person are read before the
 * work.
 */
const identifyByToken = async (
  spec: Spec,
  access: Exclude<Access, 'public'>,
  token: string,
): Promise<Caller> => {
  const { readTokenHolder } = await import('../../identity/token-holder.ts')
  const actor = await readTokenHolder(token)
  if (spec.requiresSession) throw sessionRequired()
  requireRole(actor, access)
  await limitScope(spec, actor)
  setOrigin({ actor_id: actor.id, via: spec.scope ?? 'token', token_id: actor.token_id })
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
 * Who makes a request or a call; nobody where no token is required. Throws 401 and 403. The session is read with strong
 * consistency, in parallel with the work, which trusts the token: responses to reads (`run`) and writes
 * ({@link awaitSession}) wait for it. So a token is dead as soon as logout has answered, at no cost in round trips.
 */
export const identify = async (
  spec: Spec,
  authorization: string | undefined,
  call: InternalCall = {},
): Promise<Caller | undefined> => {
  const access = spec.access ?? 'user'
  if (access === 'public') return undefined
  requireSession(spec, call)
  const token = call.actor ? undefined : programToken(authorization)
  if (token !== undefined) return identifyByToken(spec, access, token)
  const claims = claimsOf(call) ?? (await verifyToken(authorization))
  const session = awaitLater(readActor(claims))
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

/** Allows writes from here on: each waits, where it is sent (table/client.ts), for the session of the caller. */
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
    const caller = await identify(spec, headerOf(event, 'authorization'))
    if (caller) internal.caller = caller
  },
  onError: async (request) => {
    // an ended session comes before anything else that is wrong
    await request.internal.caller?.confirm().catch((error: Error) => void (request.error = error))
  },
})
