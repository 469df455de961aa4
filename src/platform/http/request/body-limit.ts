import { problemDocs } from '#docs'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { problem } from '../../runtime/problem.ts'
import type { Middleware } from '../exchange/request-state.ts'
import { maxBodySize } from '../spec-rules.ts'
import type { Spec } from '../spec.ts'

/** Returns the encoding of the body in the event. */
export const bodyEncoding = ({ isBase64Encoded }: APIGatewayProxyEvent) =>
  isBase64Encoded ? 'base64' : 'utf8'

export const bodyTooLarge = problem('request.too_large', 413, {
  wording: (maxBytes: number) => `The body must not be larger than ${maxBytes} bytes.`,
  docs: problemDocs({ meaning: 'The body is too large.', example: [1_048_576] }),
})

/** Rejects a body that is too large, before the caller is authenticated. */
export const limitBody = (spec: Spec): Middleware => ({
  before: ({ event }) => {
    if (Buffer.byteLength(event.body ?? '', bodyEncoding(event)) > maxBodySize(spec))
      throw bodyTooLarge(maxBodySize(spec))
  },
})
