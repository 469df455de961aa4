import type * as z from '../../schema/schema.ts'
import type { Actor } from '../../identity/actor.ts'
import type { HttpReply } from '../exchange/http-reply.ts'
import type { BodyStream } from './body-stream.ts'
import type { IfMatch } from '../../table/changes.ts'
import type { Access } from '../access-level.ts'
import type { ParamNames } from '../spec.ts'

/** Types of the path parameters: by their schema in `params`, otherwise an ID. */
type ParamsOf<Path extends string, P extends z.ZodRawShape> = {
  [Name in ParamNames<Path>]: Name extends keyof P ? z.output<P[Name]> : string
}

/** A request as the handler of an endpoint receives it: with an authenticated caller and validated values. */
export interface Incoming<Params, Query, Body, Caller> {
  actor: Caller
  params: Params
  query: Query
  body: Body
  /** Body of a foreign protocol. */
  bytes: Buffer
  /** Body as a stream, if the event does not contain it (body-stream.ts). */
  bodyStream: BodyStream | undefined
  ifMatch: IfMatch
  /** Returns a header of the request, regardless of case. */
  header: (name: string) => string | undefined
  /** Caller's address, for throttles. */
  address: string
  /** ID of the token's session; empty for public endpoints, access tokens of programs and assistants. */
  sessionId: string
}

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
