import { isUtf8 } from 'node:buffer'
import { docs, problemDocs } from '#docs'
import type { ProblemPages } from '../platform/http/exchange/problem-content.ts'
import { metadataUrl } from './protected-resource.ts'
import { countValues, maxValues } from '../platform/http/request/json-body.ts'
import { invalidRequest, problem } from '../platform/runtime/problem.ts'
import * as z from '../platform/schema/schema.ts'

/** A JSON-RPC response of the protocol. */
export const JsonRpcResponse = z.described(
  docs('A response of the Model Context Protocol (JSON-RPC 2.0).', { id: 'JsonRpcResponse' }),
  {
    jsonrpc: z.literal('2.0').meta(docs('Always `2.0`.')),
    id: z.unknown().meta(docs('The `id` of the request.')),
    result: z.unknown().optional().meta(docs('The result, as the protocol defines it for the method.')),
    error: z.unknown().optional().meta(docs('The error instead: `code`, `message` and `data`.')),
  },
)

/** A JSON-RPC error, the body of a message that the protocol refuses. */
interface JsonRpcError extends Record<string, unknown> {
  error: { code: number; message: string }
}

const wording = (body: JsonRpcError) => ({ detail: body.error.message, fields: body })

const example = (code: number, message: string): [JsonRpcError] => [{ error: { code, message } }]

const messageInvalid = problem('mcp.message_invalid', 400, {
  wording,
  docs: problemDocs({
    meaning: 'The body is not a JSON-RPC message, or not of a version of the protocol that is supported.',
    example: example(-32_700, 'Parse error: Invalid JSON-RPC message.'),
  }),
})

const methodUnknown = problem('mcp.method_unknown', 404, {
  wording,
  docs: problemDocs({
    meaning: 'The protocol has no such method, or this service does not support it.',
    example: example(-32_601, 'Method not found.'),
  }),
})

const notAcceptable = problem('mcp.not_acceptable', 406, {
  wording,
  docs: problemDocs({
    meaning: '`Accept` must list both `application/json` and `text/event-stream`.',
    example: example(-32_000, 'Not Acceptable.'),
  }),
})

const notJsonRpc = problem('mcp.not_json', 415, {
  wording,
  docs: problemDocs({
    meaning: 'The content type must be `application/json`.',
    example: example(-32_000, 'Unsupported Media Type.'),
  }),
})

/** Kinds of problems of messages that the protocol refuses, one for each status. */
export const refusals = [messageInvalid, methodUnknown, notAcceptable, notJsonRpc]

/** Numbers of the protocol's errors by the code of their problem, as the library sends them. */
export const jsonRpcErrors = {
  [messageInvalid.code]: -32_700,
  [methodUnknown.code]: -32_601,
  [notAcceptable.code]: -32_000,
  [notJsonRpc.code]: -32_000,
}

/** Returns the problem of a message that the protocol refuses with this status and body. */
export const toRefusal = (status: number, text: string): Error => {
  const kind = refusals.find((one) => one.status === status)
  return kind?.(JSON.parse(text) as JsonRpcError) ?? new Error(`The protocol answered ${status}.`)
}

/**
 * Returns a body as text, empty if it is not UTF-8. Throws 422 for more values than other endpoints accept, and 400 for
 * several messages, which the protocol no longer has since 2025-06-18.
 */
export const decodeMessage = (bytes: Buffer): string => {
  if (bytes.length > maxValues && countValues(bytes) > maxValues)
    throw invalidRequest(`The body must not have more than ${maxValues} values.`)
  const text = isUtf8(bytes) ? bytes.toString() : ''
  const error = { code: -32_600, message: 'Invalid Request: Batches are not supported.' }
  if (text.trimStart().startsWith('[')) throw messageInvalid({ jsonrpc: '2.0', error, id: null })
  return text
}

/**
 * Renders refusals of the protocol as its own JSON-RPC errors, and adds the URL of the metadata to a 401 (RFC 9728
 * section 5.1).
 */
export const protocolErrors: ProblemPages = ({ fields, headers: { 'WWW-Authenticate': challenge } }) => ({
  headers: challenge ? { 'WWW-Authenticate': `${challenge}, resource_metadata="${metadataUrl()}"` } : {},
  ...('error' in fields && { body: JSON.stringify(fields) }),
})
