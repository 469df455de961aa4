import type { Context } from 'aws-lambda'
import type { Readable } from 'node:stream'

/** A body that arrives while it is processed, where Lambda would have it in the event. */
export interface BodyStream {
  stream: Readable
  /** In bytes, as the sender declares; undefined if they do not. */
  length: number | undefined
}

/** JSON has no symbols, so no event or context from outside can contain this. */
const key = Symbol('body stream')

type StreamContext = Context & { [key]?: BodyStream }

/** The context of a request whose body is still coming in. */
export const streamContext = (bodyStream: BodyStream): Context => ({ [key]: bodyStream }) as StreamContext

export const bodyStreamOf = (context: Context): BodyStream | undefined => (context as StreamContext)[key]
