import { readActor, verifyToken, type Actor, type Claims } from '../identity/actor.ts'
import { headerOf } from './http-reply.ts'
import { internalCallOf, type InternalCall } from './internal-call.ts'
import { awaitLater } from '../runtime/await-later.ts'
import { forbidden } from '../runtime/problem.ts'
import { noSession, requestContext } from '../runtime/request-context.ts'
import type { Middleware } from './request-state.ts'
import { rolesOf, type Access, type Spec } from './spec.ts'

const claimsOf = ({ actor }: InternalCall): Claims | undefined =>
  actor && { actor: { id: actor.id, name: actor.name, role: actor.role }, sessionId: null }

const requireRole = (actor: Actor, access: Exclude<Access, 'public'>) => {
  if (!rolesOf[access].includes(actor.role))
    throw forbidden('auth.role_required', `This requires the role ${rolesOf[access].join(' or ')}.`)
}

/** The person behind the token has another role or name by now: what was done so far is void. */
class ActorChanged extends Error {
  override readonly name = 'ActorChanged'
}

const requireUnchanged = (claimed: Actor, present: Actor) => {
  if (present.role !== claimed.role || present.name !== claimed.name) throw new ActorChanged()
}

/**
 * Finds out who is calling. The session is read strongly consistent on every request, beside the work, which goes by
 * the token's word: the answer of a read, and each write before it is made (`sendWrite` in
 * src/platform/table/client.ts), wait for `confirmSession`. So a token is dead from the moment logout answers, and that
 * costs no round trip.
 */
export const authenticate = (spec: Spec): Middleware => {
  const access = spec.access ?? 'user'
  if (access === 'public') return { before: () => void (requestContext().confirmSession = noSession) }
  return {
    before: async ({ event, context, internal }) => {
      const claims =
        claimsOf(internalCallOf(context)) ?? (await verifyToken(headerOf(event, 'authorization')))
      const session = awaitLater(readActor(claims))
      const claimed = rolesOf[access].includes(claims.actor.role) ? claims.actor : await session
      requireRole(claimed, access)

      const confirmSession = async () => requireUnchanged(claimed, await session)
      requestContext().confirmSession = confirmSession
      internal.caller = {
        id: claimed.id,
        sessionId: claims.sessionId,
        confirm: () => session,
        run: async (work) => {
          try {
            const [outcome] = await Promise.allSettled([work(claimed), session])
            await confirmSession()
            if (outcome.status === 'rejected') throw outcome.reason
            return outcome.value
          } catch (error) {
            if (!(error instanceof ActorChanged)) throw error
            const actor = await session
            requireRole(actor, access)
            requestContext().confirmSession = noSession // it is confirmed by now
            return work(actor)
          }
        },
      }
    },
    onError: async (request) => {
      // an ended session comes before anything else that is wrong
      await request.internal.caller?.confirm().catch((error: Error) => void (request.error = error))
    },
  }
}
