import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Writable } from 'node:stream'

/** A chain whose answer is written to a stream: Middy calls it so in this mode. */
export type StreamingChain = (
  event: APIGatewayProxyEvent,
  stream: Writable,
  context: Context,
) => Promise<void>

declare const awslambda: { streamifyResponse: (chain: StreamingChain) => StreamingChain }

/**
 * For the `stream` of a spec: the answer's body may be a Readable, which goes out as it comes in. A Readable that fails
 * breaks the transfer off, so that the client sees it. Lambda streams at most 200 MB; errors are answered as ever.
 */
export const streaming = {
  executionMode: executionModeStreamifyResponse,
  /** Says to Lambda that this chain writes its answer to a stream ("Response streaming for Lambda functions"). */
  streamed: (chain: StreamingChain): StreamingChain => awslambda.streamifyResponse(chain),
}

export type Streaming = typeof streaming
