import type { Context } from 'aws-lambda'
import type { Readable } from 'node:stream'

/** A body that arrives while it is processed. On Lambda there is none, because the event contains the whole body. */
export interface BodyStream {
  stream: Readable
  /** Length in bytes as the sender declares it; undefined if absent. */
  length: number | undefined
}

/** JSON has no symbols, so no event or context from outside can contain this. */
const key = Symbol('body stream')

type StreamContext = Context & { [key]?: BodyStream }

/** Creates the context of a request whose body is still arriving. */
export const streamContext = (bodyStream: BodyStream): Context => ({ [key]: bodyStream }) as StreamContext

export const findBodyStream = (context: Context): BodyStream | undefined => (context as StreamContext)[key]
