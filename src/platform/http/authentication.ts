import type { Context } from 'aws-lambda'
import { readActor, verifyToken, type Actor, type Claims } from '../identity/actor.ts'
import { headerOf } from './http-reply.ts'
import { forbidden } from '../runtime/problem.ts'
import { requestContext } from '../runtime/request-context.ts'
import type { Step } from './request-state.ts'
import { rolesOf, type Access, type Spec } from './spec.ts'

/** Who makes a request, and how work on their behalf is run. */
export interface Caller {
  id: string
  /** Null for what an assistant does on behalf of who asked it. */
  sessionId: string | null
  /** Throws 401 when the session has ended. */
  confirm: () => Promise<unknown>
  run: <T>(work: (actor: Actor) => Promise<T>) => Promise<T>
}

/** No JSON has symbols, so nothing that comes from outside, event or context, can say this. */
const represented = Symbol('represented')

type Representation = Context & { [represented]?: Claims }

/** The context of a call that is made here on behalf of a person, without a token of theirs: by an assistant. */
export const onBehalfOf = ({ id, name, role }: Actor): Context =>
  ({ [represented]: { actor: { id, name, role }, sessionId: null } }) as Representation

const requireRole = (actor: Actor, access: Exclude<Access, 'public'>) => {
  if (!rolesOf[access].includes(actor.role))
    throw forbidden('auth.role_required', `This needs the role ${rolesOf[access].join(' or ')}.`)
}

/**
 * The person behind the token has another role or name by now: what was done so far is void, and nothing is
 * written.
 */
class Changed extends Error {
  override readonly name = 'Changed'
}

/**
 * The step that finds out who is calling. The session is read strongly consistent on every request, beside
 * the work, which goes by the token's word: the answer of a read, and each write before it is made, wait for
 * the session (`sessionConfirmed` in src/platform/table/client.ts). So a token is dead from the moment
 * logout answers, and that costs no round trip.
 */
export const authenticate = (spec: Spec): Step => {
  const access = spec.access ?? 'user'
  if (access === 'public') return { before: () => {} }
  return {
    before: async ({ event, context, internal }) => {
      const claims =
        (context as Representation)[represented] ?? (await verifyToken(headerOf(event, 'authorization')))
      const reading = readActor(claims)
      reading.catch(() => {}) // it is awaited later, by whatever comes first
      const known = rolesOf[access].includes(claims.actor.role) ? claims.actor : await reading
      requireRole(known, access)

      const confirm = async () => {
        const { role, name } = await reading
        if (role !== known.role || name !== known.name) throw new Changed()
      }
      requestContext().confirm = confirm
      internal.caller = {
        id: known.id,
        sessionId: claims.sessionId,
        confirm: () => reading,
        run: async (work) => {
          try {
            const [outcome] = await Promise.allSettled([work(known), reading])
            await confirm()
            if (outcome.status === 'rejected') throw outcome.reason
            return outcome.value
          } catch (error) {
            if (!(error instanceof Changed)) throw error
            const actor = await reading
            requireRole(actor, access)
            delete requestContext().confirm
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
