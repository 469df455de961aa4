import type * as z from '../../schema/schema.ts'
import type { Actor } from '../../identity/actor.ts'
import type { HttpReply } from '../answer/http-reply.ts'
import type { BodyStream } from './body-stream.ts'
import type { IfMatch } from '../../table/changes.ts'
import type { Access, ParamNames } from '../spec.ts'

/** The path parameters: those of `params` by their schema, any other is an id. */
type ParamsOf<Path extends string, P extends z.ZodRawShape> = {
  [Name in ParamNames<Path>]: Name extends keyof P ? z.output<P[Name]> : string
}

/** A request as the handler of an endpoint gets it: the caller is known, the values are validated. */
export interface Incoming<Params, Query, Body, Caller> {
  actor: Caller
  params: Params
  query: Query
  body: Body
  /** The body of a foreign protocol. */
  bytes: Buffer
  /** The same as a stream, where it is not in the event (body-stream.ts). */
  bodyStream: BodyStream | undefined
  ifMatch: IfMatch
  /** A header of the request, whatever its case. */
  header: (name: string) => string | undefined
  /** The caller's address, for throttles. */
  address: string
  /** The session of the token; empty for public endpoints, for tokens of programs and for assistants. */
  sessionId: string
}

/** What an endpoint does. */
export type Handle<
  Path extends string,
  A extends Access,
  P extends z.ZodRawShape,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends z.ZodType,
> = (
  request: Incoming<ParamsOf<Path, P>, z.output<Q>, z.output<B>, A extends 'public' ? undefined : Actor>,
) => Promise<z.input<R> | HttpReply<z.input<R>>>
