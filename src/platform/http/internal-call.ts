import type { Actor } from '../identity/actor.ts'
import type { NotedWrite, RequestOrigin, WriteLog } from '../runtime/request-context.ts'

/** What our own code says when it calls an endpoint. */
export interface InternalCall {
  /** It is part of another request, and not made by the person themselves. */
  isPart?: boolean
  /** The person on whose behalf an assistant makes it, without their token. */
  actor?: Actor | undefined
  /** The reply that an assistant makes it for. */
  reply?: RequestOrigin['reply']
  /** Where it is to keep what it writes. */
  writeLog?: WriteLog | undefined
  /** Where its writes are to be noted. */
  writes?: NotedWrite[] | undefined
}
