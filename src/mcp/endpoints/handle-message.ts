import { docs } from '#docs'
import {
  accountNotLinked,
  providerMisconfigured,
  providerUnavailable,
} from '../../auth/oidc/provider-problems.ts'
import { functionCaller } from '../../invocation/invocation.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { requestContext } from '../../platform/runtime/request-context.ts'
import { invalidRequest } from '../../platform/runtime/problem.ts'
import { queryValues } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { originForbidden, requireAllowedOrigin } from '../origin.ts'
import { decodeMessage, jsonRpcErrors, JsonRpcResponse, protocolErrors, refusals } from '../protocol.ts'
import { audiences, mcpPath } from '../protected-resource.ts'
import { serveMessage } from '../server.ts'
import { requireAreas } from '../tool-list.ts'

export const handleMessage = endpoint(`POST ${mcpPath}`, {
  summary: 'Send a message of the Model Context Protocol',
  success: {
    200: 'The JSON-RPC response.',
    202: 'The notification is accepted; there is no body.',
  },
  effect: 'destructive',
  description:
    'An AI client works here as the caller, over streamable HTTP without sessions, in version 2026-07-28 of the ' +
    'protocol or an earlier one. Tools are the functions of `GET /functions`, at most 40 unless `areas` selects ' +
    'some. A refused call is a result with `isError` and the sentence of its problem. The body of a 400, 404, 406 ' +
    'or 415 is a JSON-RPC error.',
  invokesEndpoints: true,
  isScopedByCall: true,
  oidc: 'providers',
  issuedToken: async (authorization) =>
    /^Bearer +ey/i.test(authorization ?? '')
      ? (await import('../../auth/oidc/issued-access-token.ts')).readIssuedToken(authorization, audiences())
      : undefined,
  isRepeatable: false,
  rawProtocol: true,
  profile: 'files',
  query: z.strictObject({
    areas: queryValues(z.string().max(50))
      .optional()
      .meta(docs('Areas whose functions are tools: the prefixes of their names, such as `wiki,task`.')),
  }),
  maxBodyBytes: 4 * 1_048_576,
  status: [200, 202],
  emptyStatus: 202,
  response: JsonRpcResponse,
  // never files.text_pending: JSON-RPC error of a resource
  // never files.no_text: JSON-RPC error of a resource
  // never files.file_not_found: JSON-RPC error of a resource
  // never files.wrong_size: JSON-RPC error of a resource
  // never files.not_arrived: JSON-RPC error of a resource
  // never functions.function_not_found: result of a tool
  // never users.user_not_found: an account is never removed
  problems: [
    invalidRequest,
    originForbidden,
    accountNotLinked,
    providerMisconfigured,
    providerUnavailable,
    ...refusals,
  ],
  problemPages: protocolErrors,
  jsonRpcErrors,
  handle: ({ actor, query: { areas }, bytes, header, address }) => {
    requireAllowedOrigin(header('origin'))
    requireAreas(areas)
    const message = decodeMessage(bytes)
    const { token_id } = requestContext().origin ?? {}
    const origin = { via: 'mcp', ...(token_id !== undefined && { token_id }) } as const
    // a token has been read; a session is confirmed by each call
    const by = { ...functionCaller(header, address), origin, ...(actor.scope && { actor }) }
    return serveMessage(message, header, { actor, by, areas })
  },
})
