import type { Context } from 'aws-lambda'
import type { Readable } from 'node:stream'
import type { Actor } from '../identity/actor.ts'
import type { NotedWrite, RequestOrigin, WriteLog } from '../runtime/request-context.ts'

/** A body that arrives while it is processed, where Lambda would have it in the event. */
export interface BodyStream {
  stream: Readable
  /** In bytes, as the sender declares; undefined if they do not. */
  length: number | undefined
}

/** What our own code passes when it calls an endpoint. */
export interface InternalCall {
  /** It is part of another request, which was sent to the public address. */
  isPart?: boolean
  /** The person on whose behalf an assistant makes it, without their token. */
  actor?: Actor | undefined
  /** The reply that an assistant makes it for. */
  reply?: RequestOrigin['reply']
  bodyStream?: BodyStream
  /** Where it is to keep what it writes. */
  writeLog?: WriteLog | undefined
  /** Where its writes are to be noted. */
  writes?: NotedWrite[] | undefined
}

/** JSON has no symbols, so no event or context from outside can contain this. */
const internal = Symbol('internal call')

type InternalContext = Context & { [internal]?: InternalCall }

/** The context to call an endpoint with. */
export const internalContext = (call: InternalCall): Context => ({ [internal]: call }) as InternalContext

/** What the call says that is made with this context; nothing for one that comes from outside. */
export const internalCallOf = (context: Context): InternalCall => (context as InternalContext)[internal] ?? {}
