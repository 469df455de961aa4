import { docs } from '#docs'
import { HttpReply } from '../platform/http/exchange/http-reply.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import type { Incoming } from '../platform/http/request/endpoint-request.ts'
import type { Method, Spec } from '../platform/http/spec.ts'
import type { Actor } from '../platform/identity/actor.ts'
import * as z from '../platform/schema/schema.ts'
import { projected, projectionQuery } from './projection.ts'
import { scim, scimProblems, type scimPath } from './protocol.ts'

type Taken =
  'summary' | 'description' | 'success' | 'status' | 'location' | 'takesIfMatch' | 'entity' | 'problems'

type Request<Q extends z.ZodObject, B extends z.ZodObject> = Incoming<
  { id: string },
  z.output<Q>,
  z.output<B>,
  Actor
>

type Definition<Q extends z.ZodObject, B extends z.ZodObject, R extends z.ZodType> = Pick<Spec, Taken> & {
  servedBy: string
  /** `writer` by default: reading a list may store positions in it (scim-list.ts). */
  profile?: 'reader' | 'writer'
  query?: Q
  body?: B
  response?: R
  handle: (request: Request<Q, B>) => Promise<z.input<R> | void>
}

/** Returns the entity tag of a version (RFC 7644 section 3.14), as used in `If-Match` and `meta`. */
export const scimEntityTag = ({ version }: { version: number }): string => `"${version}"`

const scimHeaders = (body: unknown) => {
  const { meta } = (body ?? {}) as { meta?: { version?: string } }
  return { 'Content-Type': scim.mediaType, ...(meta?.version && { ETag: meta.version }) }
}

/** Defines a SCIM operation: only for a directory's token, in the form of that protocol. */
export const scimEndpoint = <
  R extends z.ZodType,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  route: `${Method} ${typeof scimPath}${string}`,
  { handle, body, response, profile = 'writer', ...spec }: Definition<Q, B, R>,
) =>
  endpoint(route, {
    ...spec,
    access: 'admin',
    effect: route.startsWith('GET') ? 'read' : 'admin',
    scope: 'scim',
    profile,
    protocol: scim,
    problemPages: scimProblems,
    ...(route.includes('{id}') && { params: { id: z.string().meta(docs('ID of the resource.')) } }),
    // attribute names ignore case (RFC 7643 section 2.1)
    ...(body && { body: z.anyCase(body) }),
    ...(response && { response }),
    handle: async (request) => {
      const answer = await handle(request as Request<Q, B>)
      return new HttpReply(
        answer as never,
        answer === undefined ? { status: 204 } : { headers: scimHeaders(answer) },
      )
    },
  })

type ResourceQuery = z.ZodObject<typeof projectionQuery, z.core.$loose>

/** Defines an operation that returns a resource, with the attributes that the client selects (RFC 7644 section 3.9). */
export const resourceEndpoint = <
  R extends z.ZodType<object | undefined>,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  route: Parameters<typeof scimEndpoint>[0],
  {
    handle,
    ...spec
  }: Omit<Definition<ResourceQuery, B, R>, 'query' | 'handle'> & {
    handle: (request: Request<ResourceQuery, B>) => Promise<z.input<R> | undefined>
  },
) =>
  scimEndpoint<R, ResourceQuery, B>(route, {
    ...spec,
    query: z.looseObject(projectionQuery),
    handle: async (request) => {
      const resource = await handle(request)
      return resource && projected(resource, request.query)
    },
  })
