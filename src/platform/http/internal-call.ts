import type { Context } from 'aws-lambda'
import type { Readable } from 'node:stream'
import type { Actor } from '../identity/actor.ts'

/** A body that comes in while it is worked on, where Lambda would have it in the event. */
export interface BodyStream {
  stream: Readable
  /** In bytes, as its sender says; undefined when they do not. */
  length: number | undefined
}

/** What code of ours says when it calls an endpoint. */
export interface InternalCall {
  /** It is a part of another request, which has come to the public address. */
  isPart?: boolean
  /** On whose behalf it is made, without a token of theirs: by an assistant. */
  actor?: Actor | undefined
  bodyStream?: BodyStream
}

/** No JSON has symbols, so nothing that comes from outside, event or context, can say this. */
const internal = Symbol('internal call')

type InternalContext = Context & { [internal]?: InternalCall }

/** The context to call an endpoint with. */
export const internalContext = (call: InternalCall): Context => ({ [internal]: call }) as InternalContext

/** What the call says that is made with this context; nothing for one that comes from outside. */
export const internalCallOf = (context: Context): InternalCall => (context as InternalContext)[internal] ?? {}
