import type { Actor } from '../identity/actor.ts'
import type { RequestOrigin, WriteObserver } from '../runtime/request-context.ts'

/** What our own code says when it calls an endpoint. */
export interface InternalCall {
  /** It is part of another request, and not made by the person themselves. */
  isPart?: boolean
  /** The person on whose behalf an assistant makes it, without their token. */
  actor?: Actor | undefined
  /** The reply that an assistant makes it for. */
  reply?: RequestOrigin['reply']
  /** Looks on while it writes. */
  observer?: WriteObserver | undefined
}
