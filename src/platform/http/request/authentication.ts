import { readActor, verifyToken, type Actor, type Claims } from '../../identity/actor.ts'
import { discardReadings, keepReadings } from '../../identity/reading.ts'
import { headerOf } from '../answer/http-reply.ts'
import type { InternalCall } from '../internal-call.ts'
import { awaitLater } from '../../runtime/await-later.ts'
import { setOrigin } from '../../runtime/origin.ts'
import { problem } from '../../runtime/problem.ts'
import { noSession, requestContext } from '../../runtime/request-context.ts'
import type { Caller, Middleware } from './request-state.ts'
import { rolesOf, type Access, type Spec } from '../spec.ts'

const claimsOf = ({ actor }: InternalCall): Claims | undefined =>
  actor && { actor: { id: actor.id, name: actor.name, role: actor.role }, sessionId: null }

export const sessionRequired = problem(
  'auth.session_required',
  403,
  'Only the person may do this, in a session of their own.',
)

/** Throws 403 where a person has to act themselves and something does on their behalf. */
const requireSession = ({ requiresSession }: Spec, { actor, isPart }: InternalCall) => {
  if (requiresSession && (actor || isPart)) throw sessionRequired()
}

export const roleRequired = problem(
  'auth.role_required',
  403,
  (access: Exclude<Access, 'public'>) => `This requires the role ${rolesOf[access].join(' or ')}.`,
  { meaning: 'This requires another role.', example: ['admin'] },
)

const requireRole = (actor: Actor, access: Exclude<Access, 'public'>) => {
  if (!rolesOf[access].includes(actor.role)) throw roleRequired(access)
}

/** The role or name of the person behind the token has changed: what was done so far is discarded. */
class ActorChanged extends Error {
  override readonly name = 'ActorChanged'
}

const requireUnchanged = (claimed: Actor, present: Actor) => {
  if (present.role !== claimed.role || present.name !== claimed.name) throw new ActorChanged()
}

/**
 * Who makes a request or a call; nobody where no token is required. Throws 401 and 403. The session is read with strong
 * consistency, in parallel with the work, which trusts the token: responses to reads, and writes before they are sent
 * (`sendWrite` in src/platform/table/client.ts), wait for `confirmSession`. So a token is dead as soon as logout has
 * answered, at no cost in round trips.
 */
export const identify = async (
  spec: Spec,
  authorization: string | undefined,
  call: InternalCall = {},
): Promise<Caller | undefined> => {
  const access = spec.access ?? 'user'
  if (access === 'public') {
    requestContext().confirmSession = noSession
    return undefined
  }
  requireSession(spec, call)
  const claims = claimsOf(call) ?? (await verifyToken(authorization))
  const session = awaitLater(readActor(claims))
  const claimed = rolesOf[access].includes(claims.actor.role) ? claims.actor : await session
  requireRole(claimed, access)

  const confirmSession = async () => requireUnchanged(claimed, await session)
  requestContext().confirmSession = confirmSession
  setOrigin({ actor_id: claimed.id, ...(call.reply && { via: 'assistant', reply: call.reply }) })
  return {
    id: claimed.id,
    sessionId: claims.sessionId,
    confirm: () => session,
    run: async (work) => {
      try {
        const [outcome] = await Promise.allSettled([work(claimed), session])
        await confirmSession()
        if (outcome.status === 'rejected') throw outcome.reason
        await keepReadings(claimed.id)
        return outcome.value
      } catch (error) {
        if (!(error instanceof ActorChanged)) throw error
        discardReadings()
        const actor = await session
        requireRole(actor, access)
        requestContext().confirmSession = noSession // it is confirmed by now
        const outcome = await work(actor)
        await keepReadings(actor.id)
        return outcome
      }
    },
  }
}

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
