import type { Actor } from '../identity/actor.ts'
import type { RequestOrigin, WriteObserver } from '../runtime/request-context.ts'

/** What our own code says when it calls an endpoint. */
export interface InternalCall {
  /** It is part of another request, and not made by the person themselves. */
  isPart?: boolean
  /** The person on whose behalf an assistant or a job makes it, without their token. */
  actor?: Actor | undefined
  /** By what it is made for them. */
  origin?: Pick<RequestOrigin, 'via' | 'reply' | 'job_id'>
  /** Looks on while it writes. */
  observer?: WriteObserver | undefined
}
