import type { Actor } from '../identity/actor.ts'
import type { RequestOrigin, WriteObserver } from '../runtime/request-context.ts'

/** Options of a call of an endpoint by the service's own code. */
export interface InternalCall {
  /** True if the call is part of another request, and not made by the person directly. */
  isPart?: boolean
  /** The person on whose behalf an assistant or a job makes the call, without their token. */
  actor?: Actor | undefined
  /** True if the actor has no account, so that no session and no user is checked. */
  isGuest?: boolean
  /** Origin recorded for changes by the call. */
  origin?: Pick<RequestOrigin, 'via' | 'reply' | 'job_id' | 'token_id'>
  /** Observer of the writes of the call. */
  observer?: WriteObserver | undefined
}
