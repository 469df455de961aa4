import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { readActor, verifyToken, type Actor, type Claims } from './actor.ts'
import { headerOf } from './answer.ts'
import { forbidden } from './problem.ts'
import { requestContext } from './request-context.ts'
import { rolesOf, type Access, type Spec } from './spec.ts'

/** Who makes a request, and how work on their behalf is run. */
interface Caller {
  id: string | undefined
  /** Throws 401 when the session has ended. */
  confirm: () => Promise<unknown>
  working: <T>(work: (actor: Actor | undefined, sessionId: string) => Promise<T>) => Promise<T>
}

const callers = new WeakMap<APIGatewayProxyEvent, Caller>()

const represented = new WeakMap<APIGatewayProxyEvent, Claims>()

/**
 * Says that an event made here is a person's doing without a token of theirs: what an assistant does in the name of who
 * asked. It is known by the object alone, so no request from outside can say so.
 */
export const inNameOf = (event: APIGatewayProxyEvent, { id, name, role }: Actor): APIGatewayProxyEvent => {
  represented.set(event, { actor: { id, name, role }, sessionId: null })
  return event
}

/** Whether an event was made here in somebody's name. */
export const isInNameOf = (event: APIGatewayProxyEvent): boolean => represented.has(event)

const nobody: Caller = { id: undefined, confirm: async () => {}, working: (work) => work(undefined, '') }

/** The caller that `authenticating` has found. */
export const callerOf = (event: APIGatewayProxyEvent): Caller => callers.get(event) ?? nobody

const requireRole = (actor: Actor, access: Exclude<Access, 'public'>) => {
  if (!rolesOf[access].includes(actor.role))
    throw forbidden('auth.role_required', `This needs the role ${rolesOf[access].join(' or ')}.`)
}

/** The person behind the token has another role or name by now: what was done so far is void, and nothing is written. */
class Changed extends Error {
  override readonly name = 'Changed'
}

/**
 * The step that finds out who is calling. The session is read strongly consistent on every request, beside the work,
 * which goes by the token's word: the answer of a read, and each write before it is made, wait for the session
 * (src/platform/dynamodb.ts). So a token is dead from the moment logout answers, and that costs no round trip.
 */
export const authenticating = (spec: Spec): MiddlewareObj<APIGatewayProxyEvent> => {
  const access = spec.access ?? 'user'
  if (access === 'public') return { before: () => {} }
  return {
    before: async ({ event }) => {
      const claims = represented.get(event) ?? (await verifyToken(headerOf(event, 'authorization')))
      const reading = readActor(claims)
      reading.catch(() => {}) // it is awaited later, by whatever comes first
      const known = rolesOf[access].includes(claims.actor.role) ? claims.actor : await reading
      requireRole(known, access)

      const confirm = async () => {
        const { role, name } = await reading
        if (role !== known.role || name !== known.name) throw new Changed()
      }
      requestContext().confirm = confirm
      callers.set(event, {
        id: known.id,
        confirm: () => reading,
        working: async (work) => {
          try {
            const [outcome] = await Promise.allSettled([work(known, claims.sessionId ?? ''), reading])
            await confirm()
            if (outcome.status === 'rejected') throw outcome.reason
            return outcome.value
          } catch (error) {
            if (!(error instanceof Changed)) throw error
            const actor = await reading
            requireRole(actor, access)
            delete requestContext().confirm
            return work(actor, claims.sessionId ?? '')
          }
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
