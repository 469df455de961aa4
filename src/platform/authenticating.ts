import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { readActor, verifyToken, type Actor } from './actor.ts'
import { headerOf } from './answer.ts'
import { forbidden } from './problem.ts'
import { isRead, rolesOf, type Access, type Spec } from './spec.ts'

/** Who makes a request, and how work on their behalf is run. */
interface Caller {
  id: string | undefined
  /** Throws 401 when the session has ended. */
  confirm: () => Promise<unknown>
  working: <T>(work: (actor: Actor | undefined, sessionId: string) => Promise<T>) => Promise<T>
}

const callers = new WeakMap<APIGatewayProxyEvent, Caller>()

const nobody: Caller = { id: undefined, confirm: async () => {}, working: (work) => work(undefined, '') }

/** The caller that `authenticating` has found. */
export const callerOf = (event: APIGatewayProxyEvent): Caller => callers.get(event) ?? nobody

const requireRole = (actor: Actor, access: Exclude<Access, 'public'>) => {
  if (!rolesOf[access].includes(actor.role))
    throw forbidden('auth.role_required', `This needs the role ${rolesOf[access].join(' or ')}.`)
}

/**
 * The step that finds out who is calling. The session is read strongly consistent on every request: before the work
 * when it writes; beside it when it reads, on the word of the token alone, and the answer waits for both.
 */
export const authenticating = (spec: Spec): MiddlewareObj<APIGatewayProxyEvent> => {
  const access = spec.access ?? 'user'
  if (access === 'public') return { before: () => {} }
  return {
    before: async ({ event }) => {
      const claims = await verifyToken(headerOf(event, 'authorization'))
      const reading = readActor(claims)
      reading.catch(() => {}) // it is awaited later, by whatever comes first
      const known = isRead(spec) && rolesOf[access].includes(claims.actor.role) ? claims.actor : await reading
      requireRole(known, access)

      callers.set(event, {
        id: known.id,
        confirm: () => reading,
        working: async (work) => {
          const [outcome] = await Promise.allSettled([work(known, claims.sessionId), reading])
          const actor = await reading
          if (actor.role !== known.role) {
            requireRole(actor, access) // the role has changed since sign-in: what was done with the old one is void
            return work(actor, claims.sessionId)
          }
          if (outcome.status === 'rejected') throw outcome.reason
          return outcome.value
        },
      })
    },
    onError: async (request) => {
      // an ended session comes before anything else that is wrong
      await callerOf(request.event)
        .confirm()
        .catch((error: Error) => void (request.error = error))
    },
  }
}
