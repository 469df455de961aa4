import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import type { HttpReply } from '../platform/http/exchange/http-reply.ts'
import type { BodyStream } from '../platform/http/request/body-stream.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { endpointPath } from '../platform/http/link.ts'
import type { Method, Spec } from '../platform/http/spec.ts'
import { tokenRefused } from './open-file.ts'
import { proofInvalid, requireProof } from './proof.ts'
import { readWopiToken, type filePath, type WopiClaims } from './token.ts'
import { files } from '../files/file/file.ts'
import { discoveryUnavailable } from './editor/discovery.ts'

/** A request of the editor with a valid token for this file and a valid proof. */
export interface WopiRequest {
  claims: WopiClaims
  bytes: Buffer
  bodyStream: BodyStream | undefined
  header: (name: string) => string | undefined
}

type Taken =
  | 'effect'
  | 'summary'
  | 'description'
  | 'produces'
  | 'alsoProduces'
  | 'status'
  | 'success'
  | 'problems'
  | 'headers'
  | 'maxBodyBytes'
  | 'cacheable'
  | 'stream'

type WopiDefinition<R extends z.ZodType> = Pick<Spec, Taken> & {
  profile: 'files' | 'wopi'
  response?: R
  handle: (request: WopiRequest) => Promise<z.input<R> | HttpReply<z.input<R>>>
}

const query = z.looseObject({
  access_token: z.string().optional().meta(docs('The token of `POST /wopi/files/{id}/token`.')),
})

/**
 * Defines a WOPI operation on one file. It follows the rules of WOPI instead of ours: the token is in the query,
 * unknown parameters and bodies of any type are accepted, and an invalid proof is a 500.
 */
export const wopiEndpoint = <R extends z.ZodType>(
  route: `${Method} ${typeof filePath}${'' | '/contents'}`,
  { response, problems = [], handle, ...spec }: WopiDefinition<R>,
) =>
  endpoint(route, {
    ...spec,
    access: 'public',
    rawProtocol: true,
    params: { id: z.string().meta(docs('ID of the file.')) },
    query,
    ...(response && { response }),
    problems: [discoveryUnavailable, tokenRefused, files.absent, proofInvalid, ...problems],
    handle: async ({ params, query, bytes, bodyStream, header }) => {
      const claims = await readWopiToken(query.access_token)
      if (claims?.file_id !== params.id.toLowerCase()) throw tokenRefused()
      await requireProof({
        path: endpointPath(route.slice(route.indexOf('/')), params),
        query: query as Record<string, string>,
        header,
      })
      return handle({ claims: claims as WopiClaims, bytes, bodyStream, header }) as never
    },
  })
