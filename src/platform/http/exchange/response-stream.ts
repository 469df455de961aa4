import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Writable } from 'node:stream'

/** A chain that writes its response to a stream; Middy passes the stream in this mode. */
export type StreamingChain = (
  event: APIGatewayProxyEvent,
  stream: Writable,
  context: Context,
) => Promise<void>

declare const awslambda: { streamifyResponse: (chain: StreamingChain) => StreamingChain }

/**
 * Value for `stream` of a spec: the body of the response may be a Readable, which is sent as it arrives. A Readable
 * that fails aborts the transfer, so that the client notices. Lambda streams at most 200 MB. Errors are sent as usual.
 */
export const streaming = {
  executionMode: executionModeStreamifyResponse,
  /** Declares to Lambda that this chain writes its response to a stream ("Response streaming for Lambda functions"). */
  streamed: (chain: StreamingChain): StreamingChain => awslambda.streamifyResponse(chain),
}

export type Streaming = typeof streaming
